import { useEffect, useEffectEvent, useState } from 'react';
import { bugFilter } from '#contract/bugs.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { bugListRoute } from './routes.ts';

/** The text of the search box. It follows the address, and the address follows it once one stops typing. */
export function useSearchText(): [text: string, setText: (text: string) => void] {
  const { q = '' } = bugListRoute.useSearch();
  const navigate = bugListRoute.useNavigate();
  const [text, setText] = useState(q);
  const [written, setWritten] = useState(q);

  // Another address, by a link or by going back: the box shows what it says.
  if (q !== written) {
    setWritten(q);
    setText(q);
  }

  const settled = useDebounced(text, 250);
  const write = useEffectEvent(() => {
    if (settled !== text || settled === written || !bugFilter.shape.q.safeParse(settled).success) return;
    setWritten(settled);
    void navigate({
      search: (filter) => ({ ...filter, q: settled || undefined }),
      replace: true,
      resetScroll: false,
    });
  });
  useEffect(() => write(), [settled]);

  return [text, setText];
}
