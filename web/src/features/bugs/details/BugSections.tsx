import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useSyncExternalStore } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { reach } from '#web/lib/api/reach.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { type BugSection, useExtensions } from '#web/lib/extensions.ts';
import { codeOf } from '#web/lib/query-client.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { detailsTexts } from './texts.ts';
import styles from './details.module.css';

/** Loads the code of other features' sections and parts, which are shown once the bug is there. */
export function useCodeOfSections(): void {
  const client = useQueryClient();
  const { bugSections, bugAsides, bugTextParts } = useExtensions();
  const hasAdditions = useAdditions();
  useEffect(() => {
    if (!hasAdditions) return;
    for (const { title, load } of [...bugSections, ...bugAsides, ...bugTextParts])
      client.query(codeOf(title, load)).catch(() => undefined);
  }, [client, bugSections, bugAsides, bugTextParts, hasAdditions]);
}

interface Props {
  bug: Bug;
}

/** Other features' sections of a bug. */
export function BugSections({ bug }: Props) {
  const { bugSections } = useExtensions();
  // The sections call endpoints beyond the specification.
  if (!useAdditions()) return null;
  return bugSections.map((section) =>
    section.hasOwnHeading ? (
      <Loaded key={section.title} section={section} bug={bug} isQuiet />
    ) : (
      <Section key={section.title} section={section} bug={bug} />
    ),
  );
}

/** The banners of other features above a bug. */
export function BugBanners({ bug, isPage = false }: Props & { isPage?: boolean }) {
  const { bugBanners } = useExtensions();
  if (!useAdditions()) return null;
  return bugBanners.map(({ name, Banner }) => <Banner key={name} bug={bug} isPage={isPage} />);
}

/** Other features' parts below the facts of a bug. */
export function BugAsides({ bug }: Props) {
  const { bugAsides } = useExtensions();
  if (!useAdditions()) return null;
  return (
    <div className={styles.asides}>
      {bugAsides.map((section) => (
        <div key={section.title}>
          <Loaded section={section} bug={bug} isQuiet />
        </div>
      ))}
    </div>
  );
}

/** Other features' parts in the card of a bug's text, below the text. */
export function BugTextParts({ bug }: Props) {
  const { bugTextParts } = useExtensions();
  if (!useAdditions()) return null;
  return bugTextParts.map((section) => (
    <div className={styles.inText} key={section.title}>
      <Loaded section={section} bug={bug} isQuiet />
    </div>
  ));
}

function Section({ section, bug }: Props & { section: BugSection }) {
  const id = useId();
  return (
    <div className={styles.section} role="region" aria-labelledby={id}>
      <h2 id={id}>{section.title}</h2>
      <Loaded section={section} bug={bug} />
    </div>
  );
}

interface LoadedProps extends Props {
  section: BugSection;
  /** Whether its space is reserved while it loads, without a message. */
  isQuiet?: boolean;
}

function Loaded({ section, bug, isQuiet = false }: LoadedProps) {
  const { data, error, refetch } = useQuery(codeOf(section.title, section.load));
  // While the server is unreachable, a banner says so; the code is fetched once the server is back.
  const isAway = useSyncExternalStore(reach.subscribe, reach.get) !== undefined;
  const retry = useEffectEvent(() => {
    if (error) void refetch();
  });
  useEffect(() => {
    if (!isAway) retry();
  }, [isAway]);
  if (data) return <data.Content bug={bug} />;
  if (!error || isAway) return isQuiet ? null : <LoadingText />;
  return (
    <ErrorState
      title={detailsTexts.sectionFailed(section.title)}
      text={reasonOf(error)}
      onRetry={() => void refetch()}
    />
  );
}
