import { ButtonLink } from '#web/ui/links.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

export function NoEntries() {
  return (
    <EmptyState
      text="Nothing of this kind has happened."
      action={
        <ButtonLink to="/admin/audit" search={{}} replace variant="outlined">
          Clear filters
        </ButtonLink>
      }
    />
  );
}
