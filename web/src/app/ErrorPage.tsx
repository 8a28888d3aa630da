import Button from '@mui/material/Button';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Page } from '#web/ui/Page.tsx';
import { texts } from './texts.ts';

/** Stands in for a page that failed, such as one whose code could not be fetched. */
export function ErrorPage() {
  return (
    <Page title={texts.brokenTitle} tabTitle={texts.brokenTitle} width="reading">
      <EmptyState
        text={texts.brokenText}
        action={
          <Button variant="contained" onClick={() => location.reload()}>
            {texts.reload}
          </Button>
        }
      />
    </Page>
  );
}
