import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useExtensions } from '#web/lib/extensions.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { Page } from '#web/ui/Page.tsx';
import { nameOf, useViews } from './data.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/signed-in/views/$id');

/** A view's list, as rendered by the bugs feature. */
export function ViewPage() {
  const { id } = route.useParams();
  const views = useViews();
  const { bugList } = useExtensions();
  const code = useQuery({
    queryKey: ['code of the list of bugs'],
    queryFn: async () => ({ List: await bugList?.() }),
    staleTime: Infinity,
  });
  const found = views.data?.find(({ _id }) => _id === id);
  const view = useMemo(() => found && { ...found, name: nameOf(found) }, [found]);
  const List = code.data?.List;
  if (view && List) return <List view={view} />;
  const error = views.error ?? code.error;
  const retry = () => void Promise.all([views.refetch(), code.refetch()]);
  return (
    <Page title={texts.views} tabTitle={texts.views}>
      {error ? (
        <ErrorState title={texts.failed} text={reasonOf(error)} onRetry={retry} />
      ) : views.data && !view ? (
        <EmptyState
          text={texts.notFound}
          action={
            <ButtonLink to="/views" variant="outlined">
              {texts.views}
            </ButtonLink>
          }
        />
      ) : (
        <LoadingText />
      )}
    </Page>
  );
}
