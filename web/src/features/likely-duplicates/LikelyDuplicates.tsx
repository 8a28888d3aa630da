import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { maxComment } from '#contract/conversation/comments.ts';
import type { LikelyDuplicate } from '#contract/bugs/likely-duplicates.ts';
import { counted } from '#web/language/language.ts';
import { BugBeside } from '#web/lib/bugs/opened.tsx';
import type { CreateAsideProps } from '#web/lib/extensions.ts';
import { uploadProblem } from '#web/lib/files/uploads.ts';
import { type Problem, problemOf } from '#web/lib/form/problem.ts';
import { keyNames } from '#web/lib/keyboard/shortcut.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { StatusChip } from '#web/lib/bugs/bug-chips.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { isTooLong, likelyQuery, partsOf, typedWords, useCommentInstead } from './data.ts';
import { openKey, sameKey } from './extensions.ts';
import { texts } from './texts.ts';
import styles from './likely-duplicates.module.css';

/** The pause in typing before the search, in milliseconds. */
const pause = 400;

/** The bug to use: the original, if the found bug is a duplicate itself. */
const targetOf = ({ duplicateOf, ...found }: LikelyDuplicate) => duplicateOf ?? found;

/** Bugs similar to the typed one, to read, and to comment on instead of filing. */
export function LikelyDuplicates({ typed, isBusy, sendTo }: CreateAsideProps): React.JSX.Element {
  const id = useId();
  const title = useDebounced(typed.title, pause);
  const description = useDebounced(typed.description, pause);
  const query = likelyQuery({ title, description });
  const { data } = useQuery(query);
  const found = query.enabled ? (data ?? []) : [];
  /** A click moves the focus; a key leaves it in the text field. */
  const [opened, setOpened] = useState<{ id: string; byHand: boolean }>();
  const [problem, setProblem] = useState<Problem>();
  const list = useRef<HTMLUListElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const commentInstead = useCommentInstead();
  const at = found.findIndex((bug) => targetOf(bug)._id === opened?.id);
  const shown = found[at];

  function show(bug: LikelyDuplicate | undefined, byHand = false) {
    setProblem(undefined);
    setOpened(bug && { id: targetOf(bug)._id, byHand });
  }

  function close() {
    const hadFocus = panel.current?.contains(document.activeElement) === true;
    flushSync(() => show(undefined));
    // Keeps the focus from being lost with the panel.
    if (hadFocus) list.current?.children[at]?.querySelector('button')?.focus();
  }

  async function same(bug: LikelyDuplicate) {
    if (isBusy) return;
    setProblem(undefined);
    if (isTooLong(typed)) {
      setProblem({ title: texts.failed, text: texts.tooLong(maxComment.toLocaleString()) });
      return;
    }
    const { _id: bugId } = targetOf(bug);
    try {
      await sendTo(bugId, () => commentInstead(bugId, typed));
    } catch (error) {
      setProblem(uploadProblem(error) ?? problemOf(texts.failed, error));
    }
  }

  useShortcuts({
    [openKey]: found.length > 0 ? () => show(found[(at + 1) % found.length]) : texts.noneFound,
    [sameKey]: shown ? () => void same(shown) : texts.noneShown,
  });

  return (
    <>
      <VisuallyHidden role="status">
        {found.length > 0 ? counted(found.length, texts.found) : ''}
      </VisuallyHidden>
      {shown && (
        <div ref={panel}>
          <BugBeside
            bugId={targetOf(shown)._id}
            onClose={close}
            actions={
              <ShownActions
                number={targetOf(shown).number}
                problem={problem}
                isBusy={isBusy}
                takesFocus={opened?.byHand === true}
                onSame={() => void same(shown)}
              />
            }
          />
        </div>
      )}
      {found.length > 0 && (
        <section className={styles.frame} aria-labelledby={id} data-covered={shown !== undefined}>
          <h2 id={id}>{texts.heading}</h2>
          {problem && !shown && <Notice {...problem} />}
          <ul className={styles.list} ref={list}>
            {found.map((bug) => (
              <LikelyBug
                key={bug._id}
                bug={bug}
                typed={`${typed.title} ${typed.description}`}
                isBusy={isBusy}
                onShow={() => show(bug, true)}
                onSame={() => void same(bug)}
              />
            ))}
          </ul>
          <p className={`${styles.hint} ${styles.keys}`}>
            {texts.keys(keyNames(openKey).join('+'), keyNames(sameKey).join('+'))}
          </p>
        </section>
      )}
    </>
  );
}

interface BugProps {
  bug: LikelyDuplicate;
  /** The typed text, from which the matching words are shown. */
  typed: string;
  isBusy: boolean;
  onShow: () => void;
  onSame: () => void;
}

/** A bug similar to the typed one, with the words that matched. */
export function LikelyBug({ bug, typed, isBusy, onShow, onSame }: BugProps) {
  const { parts, rest } = partsOf(bug.title, bug.words);
  const inText = typedWords(typed, rest);
  const number = `#${bug.number}`;
  return (
    <li className={styles.bug}>
      <span>
        <span className={styles.quiet}>{`${number} `}</span>
        {parts.map(({ at, text, isMatch }) =>
          isMatch ? (
            <mark className={styles.match} key={at}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </span>
      {inText.length > 0 && <span className={styles.quiet}>{`${texts.inText} ${inText.join(', ')}`}</span>}
      {bug.duplicateOf && (
        <span
          className={styles.quiet}
        >{`${texts.duplicateOf(`#${bug.duplicateOf.number}`)}: ${bug.duplicateOf.title}`}</span>
      )}
      <div className={styles.line}>
        <StatusChip status={(bug.duplicateOf ?? bug).status} />
        <ButtonRow>
          <Button size="small" aria-label={texts.show(number)} onClick={onShow}>
            {texts.showHere}
          </Button>
          <Button
            size="small"
            aria-label={texts.sameAs(number)}
            title={texts.sameHelp}
            aria-disabled={isBusy}
            onClick={onSame}
          >
            {texts.same}
          </Button>
        </ButtonRow>
      </div>
    </li>
  );
}

interface ActionsProps {
  number: number;
  problem: Problem | undefined;
  isBusy: boolean;
  /** A click moves the focus; a key leaves it in the text field. */
  takesFocus: boolean;
  onSame: () => void;
}

/** The actions for the bug that is shown beside the new one. */
export function ShownActions({ number, problem, isBusy, takesFocus, onSame }: ActionsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const begin = useEffectEvent(() => {
    if (takesFocus) button.current?.focus();
  });
  useEffect(() => begin(), []);
  return (
    <div className={styles.actions}>
      {problem && <Notice {...problem} />}
      <Button
        ref={button}
        variant="outlined"
        aria-disabled={isBusy}
        aria-label={texts.sameAs(`#${number}`)}
        onClick={onSame}
      >
        {isBusy ? texts.sending : texts.same}
      </Button>
      <p className={styles.hint}>{texts.sameHelp}</p>
    </div>
  );
}
