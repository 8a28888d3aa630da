import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { maxComment } from '#contract/conversation/comments.ts';
import type { LikelyDuplicate } from '#contract/bugs/likely-duplicates.ts';
import { counted } from '#web/language/language.ts';
import { BugBeside } from '#web/lib/bugs/BugBeside.tsx';
import type { CreateAsideProps } from '#web/lib/extensions.ts';
import { uploadProblem } from '#web/lib/files/upload-problem.ts';
import { type Problem, problemOf } from '#web/lib/form/problem.ts';
import { keyNames } from '#web/lib/keyboard/shortcut.ts';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { isTooLong, useCommentInstead } from './comment-instead.ts';
import { openKey, sameKey } from './keys.ts';
import { LikelyBug } from './LikelyBug.tsx';
import { likelyQuery } from './queries.ts';
import { ShownActions } from './ShownActions.tsx';
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
