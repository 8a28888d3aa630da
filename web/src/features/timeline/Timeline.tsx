import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/query.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { useExtensions } from '#web/lib/extensions.ts';
import { usePrinting } from '#web/lib/printing.ts';
import { sinceAnchor } from '#web/lib/time.tsx';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import * as z from 'zod/mini';
import { commentAnchor } from '#web/lib/bugs/comment-anchor.ts';
import { PendingComment } from './CommentItem.tsx';
import { Composer } from './Composer.tsx';
import { Entries } from './Entries.tsx';
import { useHeldField } from './held-field.ts';
import type { NewComment } from './mutations.ts';
import { extendTimeline, loadWhole, showEnd, showEntries, timelineQuery } from './queries.ts';
import type { Stretch } from './stretch.ts';
import { texts } from './texts.ts';
import styles from './timeline.module.css';

export { BugReactions } from './Reactions.tsx';

/** The comments on a bug and its changes, newest last, and the form for a comment. */
export function Timeline({ bug }: { bug: Bug }): React.JSX.Element {
  const linked = useLocation({ select: ({ hash }) => commentAnchor.idIn(hash) });
  const since = useLocation({ select: ({ hash }) => sinceAnchor.in(hash) });
  const client = useQueryClient();
  const query = useQuery(timelineQuery(bug._id, linked));
  const { data, refetch } = query;
  const error = failureOf(query);
  const { _id: userId } = useUser();
  const [seen] = useState(() => lastSeen(userId, bug._id));
  useNoteSeen(userId, bug._id, data);
  const [pending, setPending] = useState<NewComment>();
  const shown = useRef<string>(undefined);
  const isLoaded = data !== undefined;
  useEffect(() => {
    // Once per address, because the user may then scroll to other entries.
    if (linked === undefined || !isLoaded || shown.current === linked) return;
    shown.current = linked;
    void showEntries(client, bug._id, linked).catch(() => undefined);
  }, [client, bug._id, linked, isLoaded]);

  const isSince = useSince(bug._id, since, data);
  usePrinting(() => loadWhole(client, bug._id));
  const held = useHeldField();

  return (
    <div className={styles.timeline} ref={held}>
      {data && data.before !== null && <More bugId={bug._id} direction="before" />}
      {data && (
        <Entries
          timeline={data}
          linked={linked}
          seen={seen}
          since={isSince ? since : undefined}
          userId={userId}
          bug={bug}
        />
      )}
      {!data && !error && <TimelineSkeleton />}
      {error && <ErrorState title={texts.failed} text={reasonOf(error)} onRetry={() => void refetch()} />}
      {data && data.after !== null && <More bugId={bug._id} direction="after" />}
      {data?.after === null && !query.isFetching && <Ends bugId={bug._id} />}
      {pending && <PendingComment {...pending} />}
      <Composer key={bug._id} bug={bug} onPending={setPending} />
    </div>
  );
}

/** Other features' parts at the end of the timeline. */
function Ends({ bugId }: { bugId: string }) {
  return useExtensions().timelineEnds.map(({ name, End }) => <End key={name} bugId={bugId} />);
}

/** Marks the end of the timeline as seen once everything up to there is loaded. */
function useNoteSeen(userId: string, bugId: string, data: Stretch | undefined): void {
  const last = data?.after === null ? data.entries.at(-1)?._id : undefined;
  useEffect(() => {
    if (last !== undefined) noteSeen(userId, bugId, last);
  }, [userId, bugId, last]);
}

/** The maximum number of pages loaded to reach the first new entry. */
const mostPages = 10;

/** Loads the entries since a moment. Returns whether this is done, or the limit of automatic loading is reached. */
function useSince(bugId: string, since: string | undefined, data: Stretch | undefined): boolean {
  const client = useQueryClient();
  const [pages, setPages] = useState(0);
  const before = data?.before ?? null;
  const first = data?.entries[0]?.at;
  const isDone =
    since === undefined ||
    data === undefined ||
    before === null ||
    (first ?? '') <= since ||
    pages >= mostPages;
  useEffect(() => {
    if (isDone || before === null) return;
    extendTimeline(client, bugId, 'before')
      .then(() => setPages((loaded) => loaded + 1))
      .catch(() => setPages(mostPages));
  }, [client, bugId, isDone, before]);
  return isDone;
}

function More({ bugId, direction }: { bugId: string; direction: 'before' | 'after' }) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (isFar: boolean) =>
      isFar ? showEnd(client, bugId, direction) : extendTimeline(client, bugId, direction),
  });
  if (error) return <ErrorState title={texts.failed} text={reasonOf(error)} onRetry={() => mutate(false)} />;
  const isBefore = direction === 'before';
  const act = (label: string, isFar: boolean) => (
    <Button
      size="small"
      variant={isFar ? 'text' : 'outlined'}
      aria-disabled={isPending}
      onClick={isPending ? undefined : () => mutate(isFar)}
    >
      {isPending && !isFar ? texts.loading : label}
    </Button>
  );
  return (
    <ButtonRow>
      {act(isBefore ? texts.showEarlier : texts.showLater, false)}
      {act(isBefore ? texts.toBeginning : texts.toNewest, true)}
    </ButtonRow>
  );
}

function TimelineSkeleton() {
  return (
    <div className={styles.loading}>
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <Skeleton width="60%" />
      <Skeleton width="50%" />
    </div>
  );
}

/* The last timeline entries that a user has seen, stored in this browser. */

/** Each item is a bug's id and an entry's id, separated by a space. */
const seenSchema = z.array(z.string());
const seenKey = (userId: string) => `seen ${userId}`;
/** The maximum number of bugs stored. */
const mostSeen = 300;

/** The last entry of a bug's timeline that the user saw; undefined if unknown. */
function lastSeen(userId: string, bugId: string): string | undefined {
  return readSeen(userId)
    .find((pair) => pair.startsWith(`${bugId} `))
    ?.slice(bugId.length + 1);
}

/** Records the last entry that the user saw. */
function noteSeen(userId: string, bugId: string, entryId: string): void {
  const others = readSeen(userId).filter((pair) => !pair.startsWith(`${bugId} `));
  try {
    localStorage.setItem(
      seenKey(userId),
      JSON.stringify([...others, `${bugId} ${entryId}`].slice(-mostSeen)),
    );
  } catch {
    // Without storage, nothing is marked as new.
  }
}

function readSeen(userId: string): string[] {
  try {
    return seenSchema.parse(JSON.parse(localStorage.getItem(seenKey(userId)) ?? '[]'));
  } catch {
    return [];
  }
}
