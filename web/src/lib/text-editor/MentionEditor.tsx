import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import type { UserRef } from '#contract/accounts/users.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { bugName } from '#web/lib/bugs/bug-number.ts';
import { statusLabels } from '#web/lib/bugs/bug-labels.ts';
import { isHalfComposed } from '#web/ui/inputs/composition.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { applyEdit } from './apply-edit.ts';
import type { MarkdownEditorProps } from './MarkdownEditor.tsx';
import { mentionAt, type Typed, useMentionable } from './mentions.ts';
import { referenceAt, useReferable } from './references.ts';
import { TextEditor } from './TextEditor.tsx';
import { editorTexts } from './texts.ts';
import styles from './editor.module.css';

export interface MentionEditorProps extends Omit<MarkdownEditorProps, 'handle' | 'onKeyDown'> {
  /** The users offered first. */
  first: readonly UserRef[];
}

/** The people involved in a bug. */
export function peopleOf({ createdBy, assignedTo }: Bug): readonly UserRef[] {
  return assignedTo ? [createdBy, assignedTo] : [createdBy];
}

/** A mention or reference that is being typed: the name of a person after an `@`, or a bug after a `#`. */
interface Typing extends Typed {
  readonly mark: '@' | '#';
}

function typingAt(text: string, cursor: number): Typing | undefined {
  const [mention, reference] = [mentionAt(text, cursor), referenceAt(text, cursor)];
  if (reference && reference.from > (mention?.from ?? -1)) return { ...reference, mark: '#' };
  return mention && { ...mention, mark: '@' };
}

interface Offer {
  readonly id: string;
  /** The text that replaces the typed one. */
  readonly insert: string;
  readonly name: string;
  readonly content: ReactNode;
}

const personOffer = ({ _id: id, name }: UserRef): Offer => ({
  id,
  insert: `@${name} `,
  name,
  content: <PersonName id={id} name={name} />,
});

function bugOffer(bug: Bug): Offer {
  return {
    id: bug._id,
    insert: `#${bug.number} `,
    name: `${bugName(bug)}, ${statusLabels[bug.status]}`,
    content: (
      <span data-done={bug.status === 'resolved'}>
        <span className={styles.number}>{`#${bug.number}`}</span> {bug.title}
      </span>
    ),
  };
}

/**
 * A TextEditor with mentions and references. It offers users after an `@`, and bugs after a `#`: arrows choose, Enter or
 * Tab inserts one, Escape closes the list.
 */
export function MentionEditor({ first, ...editor }: MentionEditorProps): React.JSX.Element {
  const field = useRef<HTMLDivElement>(null);
  const [typing, setTyping] = useState<Typing>();
  const [active, setActive] = useState(0);
  const isBug = typing?.mark === '#';
  const people = useMentionable(isBug ? undefined : typing?.name, first);
  const bugs = useReferable(isBug ? typing.name : undefined);
  const offers = isBug ? bugs.map(bugOffer) : people.map(personOffer);
  const chosen = offers[Math.min(active, offers.length - 1)];
  const say = isBug ? editorTexts.referable : editorTexts.mentionable;

  function look(event: SyntheticEvent) {
    const { target } = event;
    if (!(target instanceof HTMLTextAreaElement)) return;
    setTyping(isHalfComposed(event) ? undefined : typingAt(target.value, target.selectionStart));
    setActive(0);
  }

  /** Whether the cursor is still at the typed text: it can move without an input. */
  function isStillTyping(input: HTMLTextAreaElement): boolean {
    const { value, selectionStart: start, selectionEnd: end } = input;
    return start === end && typingAt(value, start)?.from === typing?.from;
  }

  function take({ insert }: Offer) {
    const input = field.current?.querySelector('textarea');
    if (!input || !typing || !isStillTyping(input)) return setTyping(undefined);
    const { from } = typing;
    const end = from + insert.length;
    applyEdit(input, { from, to: input.selectionStart, insert, selectFrom: end, selectTo: end });
    return setTyping(undefined);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!chosen || event.ctrlKey || event.metaKey) return undefined;
    const input = field.current?.querySelector('textarea');
    if (!input || !isStillTyping(input)) return setTyping(undefined);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((offers.indexOf(chosen) + step + offers.length) % offers.length);
    else if (event.key === 'Enter' || event.key === 'Tab') {
      // If nothing is left to insert, the key has its usual effect.
      if (isBug && chosen.insert === `#${typing.name} `) return setTyping(undefined);
      take(chosen);
    } else if (event.key === 'Escape') setTyping(undefined);
    else return undefined;
    event.preventDefault();
    event.stopPropagation();
    return undefined;
  }

  return (
    <div
      className={styles.mentioning}
      ref={field}
      onBlur={() => setTyping(undefined)}
      onInput={look}
      onCompositionEnd={look}
    >
      <TextEditor {...editor} onKeyDown={onKeyDown} />
      <VisuallyHidden role="status">{chosen && say(offers.length, chosen.name)}</VisuallyHidden>
      {chosen && (
        <div
          className={styles.offers}
          role="listbox"
          aria-label={isBug ? editorTexts.bugs : editorTexts.people}
        >
          {offers.map((offer) => (
            <div
              className={styles.option}
              key={offer.id}
              role="option"
              aria-selected={offer === chosen}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(offer)}
            >
              {offer.content}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
