import Button from '@mui/material/Button';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';

interface Props {
  /** What narrows the list to nothing. */
  narrowedBy: { search: boolean; filters: boolean };
  onClear: () => void;
}

/** An empty list: why, and what to do. */
export function NoBugs({ narrowedBy: { search, filters }, onClear }: Props) {
  if (search || filters) {
    const causes = [search && 'the search', filters && 'the filters'].filter(Boolean).join(' and ');
    return (
      <EmptyState
        text={`No bug matches ${causes}.`}
        action={
          <Button variant="outlined" onClick={onClear}>
            {filters ? 'Clear filters' : 'Clear search'}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      text="No bugs have been filed yet."
      action={
        <ButtonLink to="/bugs/create" variant="outlined">
          File the first bug
        </ButtonLink>
      }
    />
  );
}
