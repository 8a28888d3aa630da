import { type ReactNode, useState } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import type { WalkedList } from '#web/features/bugs/data/list-place.ts';
import type { ChangeField } from '#web/features/bugs/change/field-keys.ts';

export const PeekPanel = openable(async () => (await import('./PeekPanel.tsx')).PeekPanel, {
  isForPage: true,
});

interface Peeking {
  /** The bug of the row that contains the focus. */
  activeBug: () => Bug | undefined;
  /** The list that contains a row, and its place there. */
  placeOf: (bug: Bug) => { readonly list: WalkedList; readonly at: number } | undefined;
  isSelecting: boolean;
  onChange: ChangeField;
}

/** The active row's bug beside the list: the space bar toggles it, and it follows the focus. */
export function usePeek(
  rows: readonly Bug[],
  { activeBug, placeOf, isSelecting, onChange }: Peeking,
): { readonly isPeeking: boolean; readonly followFocus: () => void; readonly panel: ReactNode } {
  const [peekId, setPeekId] = useState<string>();
  const peeked = peekId === undefined ? undefined : rows.find(({ _id }) => _id === peekId);
  const place = peeked && placeOf(peeked);
  useShortcuts({
    // The panel handles Escape too, once its code is loaded.
    Escape: peeked ? () => setPeekId(undefined) : undefined,
    get Space() {
      const bug = activeBug();
      return bug && (() => setPeekId(bug._id === peekId ? undefined : bug._id));
    },
  });
  return {
    isPeeking: peeked !== undefined,
    followFocus() {
      const bug = activeBug();
      if (peeked && bug) setPeekId(bug._id);
    },
    panel: peeked && place && (
      <PeekPanel
        bug={peeked}
        {...place}
        isSelecting={isSelecting}
        onChange={onChange}
        onClose={() => setPeekId(undefined)}
      />
    ),
  };
}
