import { ButtonLink } from '#web/ui/links.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Page } from '#web/ui/Page.tsx';
import { texts } from './texts.ts';

export function NotFoundPage() {
  return (
    <Page title={texts.notFoundTitle} tabTitle={texts.notFoundTitle} width="reading">
      <EmptyState
        text={texts.notFoundText}
        action={
          <ButtonLink to="/" variant="contained">
            {texts.goToDashboard}
          </ButtonLink>
        }
      />
    </Page>
  );
}
