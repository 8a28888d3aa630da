import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '#web/ui/links.tsx';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { listTexts } from './list-texts.ts';
import { numberedBugQuery } from './queries.ts';

/** Leads to the bug of this number, if there is one. */
export function OpenNumbered({ number }: { number: number }) {
  const settled = useDebounced(number, 250);
  const { data: bug } = useQuery(numberedBugQuery(settled));
  if (bug?.number !== number) return null;
  return (
    <ButtonLink to="/bugs/$id" params={{ id: bug._id }} variant="outlined">
      {listTexts.openNumber(number)}
    </ButtonLink>
  );
}
