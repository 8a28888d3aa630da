import { useLocation } from '@tanstack/react-router';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';
import { texts } from './texts.ts';

/** The page of an unknown address, with links to existing ones. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Page title={texts.notFoundTitle} tabTitle={texts.notFoundTitle} width="reading">
      <EmptyState
        text={texts.notFoundText(pathname)}
        action={
          <>
            <ButtonLink to="/" variant="contained">
              {texts.goToDashboard}
            </ButtonLink>
            <ButtonLink to="/bugs" variant="outlined">
              {texts.goToBugs}
            </ButtonLink>
          </>
        }
      />
    </Page>
  );
}
