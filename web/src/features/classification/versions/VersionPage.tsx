import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { versionLists } from '#contract/classification/versions.ts';
import { ApiError, reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/query.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { ButtonLink, TextLink } from '#web/ui/links.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { AbovePage, Page } from '#web/ui/Page.tsx';
import { versionQuery } from '#web/features/classification/data.ts';
import { versionTexts } from '#web/features/classification/texts.ts';
import { CopyChangelog } from './CopyChangelog.tsx';
import { pageTexts } from './page-texts.ts';
import { dateText, Progress } from './version-facts.tsx';
import { VersionBugs } from './VersionBugs.tsx';
import styles from './VersionPage.module.css';

const route = getRouteApi('/signed-in/versions/$id');

/** A version, with the lists of bugs fixed in it, open for it, and known in it. */
export function VersionPage(): React.JSX.Element {
  const { id } = route.useParams();
  const query = useQuery(versionQuery(id));
  const { data: version } = query;
  const error = failureOf(query);
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFound />;
  return (
    <>
      <AbovePage width="reading">
        <TextLink to="/versions">{pageTexts.allVersions}</TextLink>
      </AbovePage>
      <Page
        title={version?.name ?? pageTexts.loading}
        tabTitle={version?.name ?? versionTexts.title}
        width="reading"
        actions={version && version.bugs.fixed > 0 && <CopyChangelog key={id} version={version} />}
      >
        {error && (
          <ErrorState title={pageTexts.failed} text={reasonOf(error)} onRetry={() => void query.refetch()} />
        )}
        {!version && !error && <LoadingText />}
        {version && (
          <>
            <div className={styles.about}>
              <span>{dateText(version) || versionTexts.states[version.state]}</span>
              <Progress {...version.bugs} />
            </div>
            {version.description !== '' && <p className={styles.description}>{version.description}</p>}
            {versionLists.toSorted(byState(version.state)).map((list) => (
              <VersionBugs key={list} version={version} list={list} />
            ))}
          </>
        )}
      </Page>
    </>
  );
}

/** For a planned version, the open bugs are first. */
function byState(state: string) {
  return (one: string, other: string) =>
    state === 'planned' ? Number(other === 'open') - Number(one === 'open') : 0;
}

function NotFound() {
  return (
    <Page title={pageTexts.notFound} tabTitle={pageTexts.notFound} width="reading">
      <EmptyState
        text={pageTexts.notFoundText}
        action={
          <ButtonLink to="/versions" variant="contained">
            {pageTexts.allVersions}
          </ButtonLink>
        }
      />
    </Page>
  );
}
