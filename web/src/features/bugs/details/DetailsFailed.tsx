import { reasonOf } from '#web/lib/api/api-error.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Page } from '#web/ui/Page.tsx';
import { detailsTexts } from './texts.ts';

/** In place of a bug that could not be fetched. */
export function DetailsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Page title={detailsTexts.bug} tabTitle={detailsTexts.bug} width="reading">
      <ErrorState title={detailsTexts.failed} text={reasonOf(error)} onRetry={onRetry} />
    </Page>
  );
}
