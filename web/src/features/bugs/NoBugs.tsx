import Button from '@mui/material/Button';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { bugListRoute } from './routes.ts';

/** An empty list: why, and what to do. */
export function NoBugs({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const navigate = bugListRoute.useNavigate();
  function clear() {
    onClear();
    void navigate({ search: {}, replace: true });
  }
  if (filtered) {
    return (
      <EmptyState
        text="No bug matches the search and the filters."
        action={
          <Button variant="outlined" onClick={clear}>
            Clear filters
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
