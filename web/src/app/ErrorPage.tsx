import Button from '@mui/material/Button';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { isForPeople, reasonOf } from '#web/lib/api/api-error.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';
import { texts } from './texts.ts';

/** What browsers say when the code of a page could not be fetched: each its own words. */
const missingCode = /dynamically imported module|importing a module script/i;

/** Stands in for a page that failed, such as one whose code could not be fetched: what happened, and where to go. */
export function ErrorPage({ error }: ErrorComponentProps) {
  return (
    <Page title={texts.brokenTitle} tabTitle={texts.brokenTitle} width="reading">
      <EmptyState
        text={reasonFor(error)}
        action={
          <>
            <Button variant="contained" onClick={() => location.reload()}>
              {texts.reload}
            </Button>
            <ButtonLink to="/" reloadDocument variant="outlined">
              {texts.goToDashboard}
            </ButtonLink>
          </>
        }
      />
    </Page>
  );
}

function reasonFor(error: unknown): string {
  if (!(error instanceof Error)) return texts.brokenText;
  if (missingCode.test(error.message)) return texts.codeMissing;
  return isForPeople(error) ? reasonOf(error) : texts.brokenText;
}
