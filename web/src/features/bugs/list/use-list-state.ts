import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAdditions } from '#web/lib/api/back-end.ts';
import type { ListState, ListView } from '#web/lib/bugs/list-view.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { queryOfFilter } from '#web/lib/query/filter-text.ts';
import { useListLayout } from '#web/features/bugs/columns/columns.tsx';
import { defaultSort } from '#web/features/bugs/data/order.ts';
import { ungrouped } from '#web/features/bugs/data/queries.ts';
import { type GroupingField, isGrouping } from '#web/features/bugs/fields/grouping.ts';
import { useListAddress } from '#web/features/bugs/search/list-address.ts';
import { useVocabulary } from '#web/features/bugs/search/use-list-filter.ts';

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

/** The shown list, as it can be saved. */
export function useListState(view: ListView | undefined): ListState {
  const address = useListAddress();
  const { layout, isChanged, reset } = useListLayout();
  const { group, isOther } = useListGroup();
  const vocabulary = useVocabulary();
  const { sort = null, ...filter } = address.filter;
  // Unless something else is chosen, the query stays as written.
  const query = view && !address.isChanged ? view.query : queryOfFilter(filter, vocabulary);
  return {
    view,
    content:
      query === undefined ? undefined : { query, sort: sort === defaultSort ? null : sort, ...layout, group },
    isChanged: address.isChanged || isChanged || isOther,
    reset() {
      if (address.isChanged || (view && isOther)) address.reset();
      reset();
    },
  };
}
