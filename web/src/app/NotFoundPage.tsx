import { ButtonLink } from '#web/ui/links.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Page } from '#web/ui/Page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Page not found" tabTitle="Page not found" width="reading">
      <EmptyState
        text="There is nothing at this address. It may have been mistyped, or the page has moved."
        action={
          <ButtonLink to="/" variant="contained">
            Go to the dashboard
          </ButtonLink>
        }
      />
    </Page>
  );
}
