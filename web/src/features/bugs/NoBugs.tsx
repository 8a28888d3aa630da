import Button from '@mui/material/Button';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { listTexts } from './list-texts.ts';

interface Props {
  /** What narrows the list to nothing. */
  narrowedBy: { search: boolean; filters: boolean };
  onClear: () => void;
}

/** An empty list: why, and what to do. */
export function NoBugs({ narrowedBy: { search, filters }, onClear }: Props) {
  if (search || filters) {
    const both = search && filters;
    return (
      <EmptyState
        text={both ? listTexts.noneEither : search ? listTexts.noneFound : listTexts.noneFiltered}
        action={
          <Button variant="outlined" onClick={onClear}>
            {filters ? listTexts.clearFilters : listTexts.clearSearch}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      text={listTexts.none}
      action={
        <ButtonLink to="/bugs/create" variant="outlined">
          {listTexts.fileFirst}
        </ButtonLink>
      }
    />
  );
}
