import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';

/** There is no such bug, or no more: `wasShown` a moment ago. */
export function BugNotFound({ wasShown = false }: { wasShown?: boolean }) {
  const text = wasShown ? 'This bug was deleted.' : 'It may have been deleted, or the address was mistyped.';
  return (
    <Page title="Bug not found" tabTitle="Bug not found" width="reading">
      <EmptyState
        text={text}
        action={
          <ButtonLink to="/bugs" variant="contained">
            Go to the bug list
          </ButtonLink>
        }
      />
    </Page>
  );
}
