import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';
import { detailsTexts } from './texts.ts';

/** There is no such bug, or no more: `wasShown` a moment ago. */
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
