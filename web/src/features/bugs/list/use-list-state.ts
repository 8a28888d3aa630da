import { queryOfFilter } from '#web/lib/query/filter-text.ts';
import { defaultSort } from '#web/features/bugs/data/order.ts';
import { useListLayout } from '#web/features/bugs/columns/columns.tsx';
import type { ListState, ListView } from '#web/lib/bugs/list-view.ts';
import { useListAddress } from '#web/features/bugs/search/list-address.ts';
import { useVocabulary } from '#web/features/bugs/search/use-list-filter.ts';
import { useListGroup } from './use-list-group.ts';

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
