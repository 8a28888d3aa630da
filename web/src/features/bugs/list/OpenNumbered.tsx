import { useQuery } from '@tanstack/react-query';
import { typingPause, useDebounced } from '#web/lib/use-debounced.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { numberedBugQuery } from '#web/features/bugs/data/queries.ts';
import { listTexts } from './texts.ts';

/** Leads to the bug of this number, if there is one. */
export function OpenNumbered({ number }: { number: number }) {
  const settled = useDebounced(number, typingPause);
  const { data: bug } = useQuery(numberedBugQuery(settled));
  if (bug?.number !== number) return null;
  return (
    <ButtonLink to="/bugs/$id" params={{ id: bug._id }} variant="outlined">
      {listTexts.openNumber(number)}
    </ButtonLink>
  );
}
