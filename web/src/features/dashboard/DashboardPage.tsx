import { useQuery } from '@tanstack/react-query';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { useNews } from '#web/lib/live/use-news.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Page } from '#web/ui/Page.tsx';
import { BugLists } from './BugLists.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { latelyQuery, statsQuery } from './queries.ts';
import { setupQuery } from './setup-query.ts';
import { Stats } from './Stats.tsx';
import { texts } from './texts.ts';
import { Weeks } from './Weeks.tsx';

export function DashboardPage(): React.JSX.Element {
  const { name } = useUser();
  const { data } = useQuery(statsQuery);
  const hasMore = useAdditions();
  const { data: setup, isPending } = useQuery({
    ...setupQuery,
    enabled: ({ state }) => hasMore && state.data?.missing.length !== 0,
  });
  const isSetUp = !setup || setup.missing.length === 0;
  const hasBugs = data?.totalBugs !== 0;
  useNews(useQuery({ ...latelyQuery, enabled: hasMore }).data);
  return (
    <Page title={texts.welcome(name)} tabTitle={texts.dashboard}>
      <Stats />
      {hasMore && hasBugs && <BugLists />}
      {hasMore && (!hasBugs || !isSetUp) && <FirstSteps hasBugs={hasBugs} setup={setup} />}
      {/* After the steps, which would push it down if they came later. */}
      {hasMore && hasBugs && !isPending && <Weeks />}
    </Page>
  );
}
