import { reasonOf } from '#web/lib/api/api-error.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';
import { detailsTexts } from './texts.ts';

/** The bug does not exist. `wasShown`: it was deleted while its page was open. */
export function BugNotFound({ wasShown = false }: { wasShown?: boolean }) {
  const text = wasShown ? detailsTexts.deleted : detailsTexts.neverThere;
  return (
    <Page title={detailsTexts.notFound} tabTitle={detailsTexts.notFound} width="reading">
      <EmptyState
        text={text}
        action={
          <ButtonLink to="/bugs" variant="contained">
            {detailsTexts.goToList}
          </ButtonLink>
        }
      />
    </Page>
  );
}

/** The bug could not be fetched. */
export function DetailsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Page title={detailsTexts.bug} tabTitle={detailsTexts.bug} width="reading">
      <ErrorState title={detailsTexts.failed} text={reasonOf(error)} onRetry={onRetry} />
    </Page>
  );
}
