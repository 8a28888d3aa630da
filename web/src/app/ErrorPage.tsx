import Button from '@mui/material/Button';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Page } from '#web/ui/Page.tsx';

/** Stands in for a page that failed, such as one whose code could not be fetched. */
export function ErrorPage() {
  return (
    <Page title="Something went wrong" tabTitle="Something went wrong" width="reading">
      <EmptyState
        text="This page could not be shown. Nothing that was saved is lost."
        action={
          <Button variant="contained" onClick={() => location.reload()}>
            Reload the page
          </Button>
        }
      />
    </Page>
  );
}
