import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Page } from '#web/ui/Page.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { DetailsGrid } from './details.styles.tsx';
import { detailsTexts } from './texts.ts';

/** The placeholder of a bug that is loading. */
export function BugSkeleton() {
  const title = (
    <>
      <VisuallyHidden>{detailsTexts.loading}</VisuallyHidden>
      <Skeleton width="16em" />
    </>
  );
  return (
    <Page title={title} tabTitle={detailsTexts.bug} width="reading">
      <DetailsGrid aria-hidden>
        <div>
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
        <div>
          <Skeleton />
          <Skeleton />
          <Skeleton width="60%" />
        </div>
      </DetailsGrid>
    </Page>
  );
}
