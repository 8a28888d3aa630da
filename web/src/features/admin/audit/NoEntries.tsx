import { ButtonLink } from '#web/ui/links.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { auditTexts } from './texts.ts';

export function NoEntries() {
  return (
    <EmptyState
      text={auditTexts.nothing}
      action={
        <ButtonLink to="/admin/audit" search={{}} replace variant="outlined">
          {auditTexts.clearFilters}
        </ButtonLink>
      }
    />
  );
}
