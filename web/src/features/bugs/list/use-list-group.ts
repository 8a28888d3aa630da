import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { useListLayout } from '#web/features/bugs/columns/columns.tsx';
import { ungrouped } from '#web/features/bugs/data/queries.ts';
import { type GroupingField, isGrouping } from '#web/features/bugs/fields/grouping.ts';

interface ListGroup {
  /** The field that rows are grouped by. */
  readonly field: GroupingField | undefined;
  /** Its name; null if rows are not grouped. */
  readonly group: string | null;
  /** Whether it differs from the list's own grouping. */
  readonly isOther: boolean;
  /** Groups by the field of this name; null for no groups. */
  readonly choose: (group: string | null) => void;
}

/** The field that the list is grouped by, from the address, else from the view. */
export function useListGroup(): ListGroup {
  const { group: own } = useListLayout().layout;
  const { group: asked }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const hasAdditions = useAdditions();
  const fields = useBugFields().filter(isGrouping);
  const inAddress = asked === ungrouped ? null : fields.find(({ name }) => name === asked)?.name;
  const group = inAddress === undefined ? own : inAddress;
  return {
    field: hasAdditions ? fields.find(({ name }) => name === group) : undefined,
    group,
    isOther: group !== own,
    choose(wanted) {
      const next = wanted === own ? undefined : (wanted ?? ungrouped);
      void navigate({
        to: '.',
        search: ({ group: _, ...before }: Readonly<Record<string, unknown>>) =>
          (next === undefined ? before : { ...before, group: next }) as never,
        resetScroll: false,
      });
    },
  };
}

/* The open groups are stored outside the list's page, so that returning to the list restores them. */

interface GroupState {
  /** Undefined until the user opens or closes it. */
  readonly isOpen: boolean | undefined;
  /** The maximum number of rows shown. */
  readonly most: number;
}

/** By history entry. The next list appears before the old one is unmounted, so there can be several. */
const states = new Map<string | undefined, Map<string, GroupState>>();
const mostEntries = 50;

function noteGroup(entry: string | undefined, key: string, state: GroupState): void {
  const groups = states.get(entry) ?? new Map<string, GroupState>();
  states.set(entry, groups.set(key, state));
  const [oldest] = states.keys();
  if (states.size > mostEntries) states.delete(oldest);
}

/** The open state of a group: `initial`, or the state when the list was left. */
export function useGroupState(key: string, initial: GroupState) {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  const [state, setState] = useState(() => states.get(entry)?.get(key) ?? initial);
  useEffect(() => noteGroup(entry, key, state), [entry, key, state]);
  return [state, setState] as const;
}
