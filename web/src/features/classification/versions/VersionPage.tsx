import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  versionLists,
  type Version,
  type VersionBug,
  type VersionList,
  type VersionSummary,
} from '#contract/classification/versions.ts';
import { ApiError, reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/query.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { ButtonLink, TextLink } from '#web/ui/links.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { AbovePage, Page } from '#web/ui/Page.tsx';
import { changelogQuery, versionBugsQuery, versionQuery } from '#web/features/classification/data.ts';
import { versionTexts } from '#web/features/classification/texts.ts';
import { dateText, pageTexts, Progress } from './version-facts.tsx';
import { useId } from 'react';
import { formatNumber } from '#web/language/language.ts';
import type { BugFilter } from '#web/lib/api/specified.ts';
import { PriorityChip, StatusChip } from '#web/lib/bugs/bug-chips.tsx';
import { ShowMore } from '#web/ui/ShowMore.tsx';
import { Button } from '#web/ui/Button.tsx';
import { copyToClipboard } from '#web/ui/clipboard.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './versions.module.css';

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

interface BugsProps {
  version: VersionSummary;
  list: VersionList;
}

const notResolved = 'open,in-progress';

function filterOf(id: string, list: VersionList): BugFilter {
  if (list === 'known') return { foundIn: id, status: notResolved };
  if (list === 'open') return { fixedIn: id, status: notResolved };
  return { fixedIn: id, status: 'resolved', resolution: 'fixed,none' };
}

/** A list of bugs of a version, a page at a time. */
function VersionBugs({ version: { _id: versionId, bugs: counts }, list }: BugsProps) {
  const id = useId();
  const { title, empty } = pageTexts.lists[list];
  const count = counts[list];
  const query = useInfiniteQuery({ ...versionBugsQuery(versionId, list), enabled: count > 0 });
  const error = failureOf(query);
  const bugs = query.data?.pages.flat() ?? [];
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>
          {title} <span className={styles.count}>{formatNumber(count)}</span>
        </h2>
        {count > 0 && (
          <TextLink to="/bugs" search={filterOf(versionId, list)} aria-describedby={id}>
            {pageTexts.inList}
          </TextLink>
        )}
      </div>
      {count === 0 && <p className={styles.empty}>{empty}</p>}
      {count > 0 && !query.data && !error && <LoadingText />}
      {error && (
        <ErrorState
          title={pageTexts.bugsFailed}
          text={reasonOf(error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {count > 0 && bugs.length > 0 && (
        <ul className={styles.rows}>
          {bugs.map((bug) => (
            <BugLine key={bug._id} bug={bug} isFixed={list === 'fixed'} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <ShowMore busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} />
      )}
    </section>
  );
}

function BugLine({ bug, isFixed }: { bug: VersionBug; isFixed: boolean }) {
  return (
    <li>
      <span className={styles.count}>#{bug.number}</span>
      <TextLink to="/bugs/$id" params={{ id: bug._id }} look="plain" title={bug.title}>
        {bug.title}
      </TextLink>
      {!isFixed && (
        <span className={styles.chips}>
          <StatusChip status={bug.status} />
          <PriorityChip priority={bug.priority} />
        </span>
      )}
    </li>
  );
}

/** Copies the changelog of a version as Markdown. Without a clipboard, the text is selected instead. */
function CopyChangelog({ version }: { version: Version }) {
  const client = useQueryClient();
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: async () => {
      const bugs = await client.query(changelogQuery(version._id));
      const text = changelogOf(version, bugs, location.origin);
      return { text, isCopied: await copyToClipboard(text) };
    },
  });
  if (data && !data.isCopied)
    return (
      <div className={styles.wide}>
        <TextInput
          label={pageTexts.changelog}
          value={data.text}
          readOnly
          minRows={4}
          onChange={() => undefined}
          inputRef={select}
          helperText={pageTexts.selected}
        />
      </div>
    );
  return (
    <>
      <Button variant="outlined" aria-disabled={isPending} onClick={isPending ? undefined : () => mutate()}>
        {data ? pageTexts.copied : pageTexts.copy}
      </Button>
      <VisuallyHidden role="status">{data && pageTexts.copied}</VisuallyHidden>
      {error && <Notice title={pageTexts.changelogFailed} text={reasonOf(error)} />}
    </>
  );
}

function select(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

/** The characters with a meaning in Markdown. */
const marks = /[\\`*_{}[\]<>()#+!|~&-]/g;

/** The changelog of a version as Markdown, each bug with a link to it. `origin` is that of the links. */
export function changelogOf(
  { name, date }: Pick<Version, 'name' | 'date'>,
  bugs: readonly Pick<VersionBug, 'number' | 'title'>[],
  origin: string,
): string {
  const heading = `## ${escaped(name)}${date === null ? '' : ` (${date})`}`;
  const lines = bugs.map(
    ({ number, title }) => `- ${escaped(title)} ([#${number}](${origin}/bugs/${number}))`,
  );
  return `${[heading, '', ...lines].join('\n')}\n`;
}

/**
 * Unmarked text in which GitHub, GitLab and the like detect mentions or links; `-` and `#` are already escaped here.
 */
const bare = /@|\bwww(?=\.)|:(?=\/\/)|#(?=\d)|\bGH(?=\\-\d)/gi;

function escaped(text: string): string {
  // A zero-width space. A backslash or an entity would not work: mentions and URLs are detected in the rendered text.
  return text.replaceAll(marks, String.raw`\$&`).replaceAll(bare, '$&&#8203;');
}
