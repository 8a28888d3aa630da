import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import {
  type Version,
  type VersionState,
  versionPermissions,
  versionStates,
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
import { Surface } from '#web/ui/Surface.tsx';
import { progressQuery, versions as kind } from '#web/features/classification/data.ts';
import { versionTexts } from '#web/features/classification/texts.ts';
import { pageTexts } from './page-texts.ts';
import { dateText, Progress } from './version-facts.tsx';

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
      <Typography variant="h2" id={id} gutterBottom>
        {pageTexts[state]}
      </Typography>
      <List as="ul">
        {versions.map((version) => {
          const ofIt = progress.find(({ _id }) => _id === version._id);
          return (
            <li key={version._id}>
              <TextLink to="/versions/$id" params={{ id: version._id }}>
                {version.name}
              </TextLink>
              <Quiet>{dateText(version)}</Quiet>
              {ofIt && <Progress {...ofIt} />}
              {version.description !== '' && <p>{version.description}</p>}
            </li>
          );
        })}
      </List>
    </section>
  );
}

const List = styled(Surface)(({ theme }) => ({
  padding: 0,
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(1, 4),
    minHeight: theme.spacing(11),
    padding: theme.spacing(2, 4),
    overflowWrap: 'anywhere',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  '& li:last-of-type': { borderBottom: 0 },
  '& a': { minWidth: 0, fontWeight: theme.typography.fontWeightMedium },
  '& li > p': {
    ...theme.typography.body2,
    flexBasis: '100%',
    margin: 0,
    color: theme.vars.palette.text.secondary,
    whiteSpace: 'pre-line',
  },
}));

const Quiet = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
}));
