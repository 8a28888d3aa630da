import { useAdditions } from '#web/lib/api/back-end.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { useListAddress } from '#web/features/bugs/search/list-address.ts';
import { boardTexts } from './texts.ts';

/** Links from the list to the same bugs on the board. */
export function BoardLink() {
  const { sort: _, ...filter } = useListAddress().filter;
  if (!useAdditions()) return null;
  return (
    <ButtonLink to="/board" search={filter}>
      {boardTexts.title}
    </ButtonLink>
  );
}
