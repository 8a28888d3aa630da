import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import {
  versionPermissions,
  versionStates,
  type Version,
  type VersionState,
} from '#contract/classification/versions.ts';
import { can } from '#contract/permissions.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/query.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { ButtonLink, TextLink } from '#web/ui/links.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { Page } from '#web/ui/Page.tsx';
import { progressQuery, versions as kind } from '#web/features/classification/data.ts';
import { versionTexts } from '#web/features/classification/texts.ts';
import { dateText, pageTexts, Progress } from './version-facts.tsx';
import styles from './versions.module.css';

/** All versions: the planned ones with their progress, then the released ones. */
export function VersionsPage(): React.JSX.Element {
  const user = useUser();
  const list = useQuery(kind.query);
  const error = failureOf(list);
  const { data: versions } = list;
  const manage = can(user, versionPermissions.manage) && (
    <ButtonLink to="/admin/versions" variant="outlined">
      {pageTexts.manage}
    </ButtonLink>
  );
  return (
    <Page title={versionTexts.title} tabTitle={versionTexts.title} width="reading" actions={manage}>
      {error && (
        <ErrorState title={pageTexts.listFailed} text={reasonOf(error)} onRetry={() => void list.refetch()} />
      )}
      {!versions && !error && <LoadingText />}
      {versions?.length === 0 && <EmptyState text={pageTexts.noVersions} />}
      {versions &&
        versionStates.map((state) => (
          <Group key={state} state={state} versions={versions.filter((one) => one.state === state)} />
        ))}
    </Page>
  );
}

function Group({ state, versions }: { state: VersionState; versions: readonly Version[] }) {
  const id = useId();
  const { data: progress = [] } = useQuery({ ...progressQuery, enabled: state === 'planned' });
  if (versions.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {pageTexts[state]}
      </h2>
      <ul className={styles.list}>
        {versions.map((version) => {
          const ofIt = progress.find(({ _id }) => _id === version._id);
          return (
            <li key={version._id}>
              <TextLink to="/versions/$id" params={{ id: version._id }}>
                {version.name}
              </TextLink>
              <span className={styles.quiet}>{dateText(version)}</span>
              {ofIt && <Progress {...ofIt} />}
              {version.description !== '' && <p>{version.description}</p>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
