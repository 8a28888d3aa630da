import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, use, useMemo } from 'react';
import type { BugFilter } from '#web/lib/api/specified.ts';
import { filterIn } from '#web/features/bugs/data/queries.ts';

/** The filter of the shown view; undefined for the list of all bugs, whose address has the whole filter. */
export const OwnFilterContext = createContext<BugFilter | undefined>(undefined);

type Search = Readonly<Record<string, unknown>>;

/** In a view's address: the parameter that replaces the view's filter with that of the address. */
const changed = 'changed';

interface ListAddress {
  /** The filter and order of the list. */
  readonly filter: BugFilter;
  /** Whether it differs from the view. */
  readonly isChanged: boolean;
  /** Changes it. Each change adds a history entry, so that Back undoes it, unless it replaces the last one. */
  readonly change: (change: Partial<BugFilter>, options?: { replace: boolean }) => void;
  /** Resets to the view's filter. */
  readonly reset: () => void;
}

/** The filter and order of the list, from the address, else from the view at this address. */
export function useListAddress(): ListAddress {
  const own = use(OwnFilterContext);
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const isChanged = own !== undefined && search[changed] !== undefined;
  const filter = useMemo(() => (own && !isChanged ? own : filterIn(search)), [own, isChanged, search]);
  const go = (next: (before: Search) => Search, replace: boolean) =>
    void navigate({
      to: '.',
      search: (before: Search) => next(before) as never,
      replace,
      resetScroll: false,
    });
  return {
    filter,
    isChanged,
    change(wanted, { replace } = { replace: false }) {
      go((before) => {
        const now = own && before[changed] === undefined ? own : filterIn(before);
        const next = { ...now, ...wanted };
        // The grouping is not part of the filter.
        const { group } = before;
        const kept = group === undefined ? {} : { group };
        if (!own) return { ...next, ...kept };
        return textOf(next) === textOf(own) ? kept : { ...next, ...kept, [changed]: '1' };
      }, replace);
    },
    reset: () => go(() => ({}), false),
  };
}

/** A text that is the same for equal filters. */
function textOf(filter: BugFilter): string {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  return JSON.stringify(set.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
