import { type KeyboardEvent, useRef, useState } from 'react';
import type { UserRef } from '#contract/accounts/users.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { applyEdit } from './apply-edit.ts';
import type { MarkdownEditorProps } from './MarkdownEditor.tsx';
import { type MentionAt, mentionAt, useMentionable } from './mentions.ts';
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

/**
 * A TextEditor with mentions. After an `@`, it offers users: arrows choose, Enter or Tab inserts one, Escape closes the
 * list.
 */
export function MentionEditor({ first, onChange, ...editor }: MentionEditorProps): React.JSX.Element {
  const field = useRef<HTMLDivElement>(null);
  const [mention, setMention] = useState<MentionAt>();
  const [active, setActive] = useState(0);
  const people = useMentionable(mention?.name, first);
  const chosen = people[Math.min(active, people.length - 1)];

  function look(text: string) {
    const cursor = field.current?.querySelector('textarea')?.selectionStart ?? text.length;
    setMention(mentionAt(text, cursor));
    setActive(0);
    onChange(text);
  }

  /** Whether the cursor is still at the end of the mention, as it can move without an input. */
  function isAtMention(input: HTMLTextAreaElement): boolean {
    const { value, selectionStart: start, selectionEnd: end } = input;
    return start === end && mentionAt(value, start)?.from === mention?.from;
  }

  function take({ name }: UserRef) {
    const input = field.current?.querySelector('textarea');
    if (!input || !mention || !isAtMention(input)) return setMention(undefined);
    const insert = `@${name} `;
    const end = mention.from + insert.length;
    applyEdit(input, {
      from: mention.from,
      to: input.selectionStart,
      insert,
      selectFrom: end,
      selectTo: end,
    });
    return setMention(undefined);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!chosen || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return undefined;
    const input = field.current?.querySelector('textarea');
    if (!input || !isAtMention(input)) return setMention(undefined);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((people.indexOf(chosen) + step + people.length) % people.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(chosen);
    else if (event.key === 'Escape') setMention(undefined);
    else return undefined;
    event.preventDefault();
    event.stopPropagation();
    return undefined;
  }

  return (
    <div className={styles.mentioning} ref={field} onBlur={() => setMention(undefined)}>
      <TextEditor {...editor} onChange={look} onKeyDown={onKeyDown} />
      <VisuallyHidden role="status">
        {chosen && editorTexts.mentionable(people.length, chosen.name)}
      </VisuallyHidden>
      {chosen && (
        <div className={styles.people} role="listbox" aria-label={editorTexts.people}>
          {people.map((person) => (
            <div
              className={styles.person}
              key={person._id}
              role="option"
              aria-selected={person === chosen}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(person)}
            >
              <PersonName id={person._id} name={person.name} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
