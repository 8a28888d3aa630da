import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ActivityEntry } from '#contract/bugs/history.ts';
import { counted } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { Sentence } from '#web/ui/Sentence.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { texts } from './texts.ts';
import styles from './relations.module.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the user wants to see this bug even if it is a duplicate. */
    isSought?: boolean;
    /** The duplicate whose link led to this bug. */
    ledFrom?: { readonly _id: string; readonly number: number };
  }
}

const DuplicateBanner = lazy(async () => ({
  default: (await import('./DuplicateBanner.tsx')).DuplicateBanner,
}));

/** The banner above a duplicate, and above a bug that was opened by the link to a duplicate. */
export function BugBanner({ bug, isPage }: { bug: Bug; isPage: boolean }) {
  const { isFollowed, ledFrom } = useWayHere();
  // A bug that becomes a duplicate while it is shown stays open.
  const [leadsOn] = useState(isPage && isFollowed && bug.resolution === 'duplicate');
  return (
    <>
      {isPage && ledFrom && ledFrom._id !== bug._id && (
        <Notice
          severity="info"
          title={texts.ledOn}
          text={
            <Sentence
              text={texts.ledFrom}
              parts={{
                bug: (
                  <TextLink
                    to="/bugs/$id"
                    params={{ id: ledFrom._id }}
                    state={{ isSought: true }}
                    look="underlined"
                  >{`#${ledFrom.number}`}</TextLink>
                ),
              }}
            />
          }
        />
      )}
      {bug.resolution === 'duplicate' && (
        <Suspense>
          <DuplicateBanner key={bug._id} bug={bug} leadsOn={leadsOn} />
        </Suspense>
      )}
    </>
  );
}

/** The keys of the history entries shown so far. */
const shown = new Set<string>();

/** The entry with which the application was loaded; undefined in tests without a browser. */
const first = 'history' in globalThis ? keyIn(history.state) : undefined;

function keyIn(state: unknown): string | undefined {
  return (state as { __TSR_key?: string } | null)?.__TSR_key;
}

/** Whether a link led here, rather than Back or a reload. */
function isFollowedTo(key: string | undefined): boolean {
  if (key === undefined || shown.has(key)) return false;
  const [loaded] = performance.getEntriesByType('navigation');
  return key !== first || (loaded as PerformanceNavigationTiming | undefined)?.type === 'navigate';
}

interface Way {
  /** Whether the bug was opened by a link to it, not from a list, and not as a duplicate that the user wants to see. */
  readonly isFollowed: boolean;
  /** The duplicate whose link led here. */
  readonly ledFrom: { readonly _id: string; readonly number: number } | undefined;
}

/** How the page was opened. */
function useWayHere(): Way {
  const { state, hash } = useLocation();
  const key = keyIn(state);
  const [followed] = useState(() => !state.isSought && !state.bugList && hash === '' && isFollowedTo(key));
  useEffect(() => {
    if (key !== undefined) shown.add(key);
  }, [key]);
  return { isFollowed: followed, ledFrom: state.ledFrom };
}

/** The badge of a blocked bug in its row. */
export function BlockedBadge({ bug: { blockedBy = 0 } }: { bug: Bug }) {
  return (
    <span className={styles.badge} title={counted(blockedBy, texts.blockedBy)}>
      {texts.blocked}
    </span>
  );
}

/** A change of a relation as the predicate after the user's name. */
export function RelationChange({ entry }: { entry: ActivityEntry }) {
  if (entry.kind !== 'relation') return null;
  const { kind, isAdded, number, bug } = entry.relation;
  const link = bug ? (
    <TextLink to="/bugs/$id" params={{ id: bug._id }} state={{ isSought: true }} look="underlined">
      {`#${number} ${bug.title}`}
    </TextLink>
  ) : (
    `#${number}`
  );
  return <Sentence text={(isAdded ? texts.added : texts.removed)[kind]} parts={{ bug: link }} />;
}
