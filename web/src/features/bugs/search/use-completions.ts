import { type KeyboardEvent, type RefObject, useState } from 'react';
import { type Completions, completionsAt } from '#web/lib/query/completion.ts';
import type { Vocabulary } from '#web/lib/query/filter-terms.ts';
import { applyEdit } from '#web/lib/text-editor/apply-edit.ts';

interface Place {
  readonly cursor: number;
  /** How suggestions were opened: by typing, or by their key. */
  readonly opened: 'by typing' | 'by key' | undefined;
  /** The chosen suggestion. */
  readonly active: number | undefined;
}

export interface CompletionList {
  /** The suggestions; undefined while the list is closed. */
  readonly found: Completions | undefined;
  readonly active: number | undefined;
  readonly take: (index: number) => void;
  readonly close: () => void;
  /** For the input: on text changes, cursor moves and keys. */
  readonly changed: () => void;
  readonly moved: () => void;
  /** Whether the list handled the key. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const takes = new Set(['Enter', 'Tab']);

const isForOpening = ({ key, ctrlKey, altKey }: KeyboardEvent) =>
  (ctrlKey && key === ' ') || (altKey && key === 'ArrowDown');

const closed: Place = { cursor: 0, opened: undefined, active: undefined };

/** The suggestions while a query is typed: arrows choose, Enter or Tab inserts one, Escape closes the list. */
export function useCompletions(
  box: RefObject<HTMLInputElement | null>,
  text: string,
  vocabulary: Vocabulary | undefined,
): CompletionList {
  const [{ cursor, opened, active: chosen }, setPlace] = useState(closed);
  const found = opened && vocabulary && completionsAt(text, cursor, vocabulary, opened === 'by key');
  const count = found?.options.length ?? 0;
  // If a value must follow, Enter inserts the first one at once. After words, Enter goes to the list of bugs.
  const active = found && (chosen ?? (found.isValue ? 0 : undefined));

  const open = (by: Place['opened']) =>
    setPlace({ cursor: box.current?.selectionStart ?? 0, opened: by, active: undefined });

  function take(index: number) {
    const option = found?.options[index];
    if (!found || !option || !box.current) return;
    const end = found.start + option.text.length;
    applyEdit(box.current, {
      from: found.start,
      to: found.end,
      insert: option.text,
      selectFrom: end,
      selectTo: end,
    });
    // After a field, its values are suggested.
    if (option.kind === 'field') open('by typing');
    else setPlace(closed);
  }

  function onKey(event: KeyboardEvent): boolean {
    if (event.nativeEvent.isComposing || event.metaKey || event.shiftKey) return false;
    if (isForOpening(event)) {
      open('by key');
      return true;
    }
    if (!found || event.ctrlKey || event.altKey) return false;
    const step = steps[event.key];
    if (step !== undefined) {
      const from = active ?? (step === 1 ? -1 : 0);
      setPlace({ cursor, opened, active: (from + step + count) % count });
    } else if (takes.has(event.key) && active !== undefined) take(active);
    else if (event.key === 'Escape') setPlace(closed);
    else return false;
    return true;
  }

  return {
    found,
    active,
    take,
    close: () => setPlace(closed),
    changed: () => open('by typing'),
    moved() {
      if (opened && box.current?.selectionStart !== cursor) setPlace(closed);
    },
    onKey,
  };
}
