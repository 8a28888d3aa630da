import { getRouteApi } from '@tanstack/react-router';
import { bugFilter } from '#web/lib/api/specified.ts';
import { useAddressText } from '#web/lib/use-address-text.ts';

const route = getRouteApi('/signed-in/bugs');

/** The text of the search box. It follows the address, and the address follows it once one stops typing. */
export function useSearchText() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  return useAddressText(
    q,
    (typed) =>
      void navigate({
        search: (filter) => ({ ...filter, q: typed || undefined }),
        replace: true,
        resetScroll: false,
      }),
    (typed) => bugFilter.shape.q.safeParse(typed).success,
  );
}
