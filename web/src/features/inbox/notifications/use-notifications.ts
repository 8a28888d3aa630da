import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { InboxItem } from '#contract/conversation/inbox.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { sinceAnchor } from '#web/lib/time.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import type { Notifying } from './notifying.ts';
import { areNotificationsOn, onNotificationState } from './preference.ts';

let look: (() => Promise<void>) | undefined;

/** Shows notifications of new activity, if enabled. Rejects if the server was unreachable. */
export async function lookForNews(): Promise<void> {
  await look?.();
}

/** Shows notifications of mentions and assignments while they are turned on. Their code is loaded only then. */
export function useNotifications(): void {
  const isOn = useSyncExternalStore(onNotificationState, areNotificationsOn);
  const { _id: userId } = useUser();
  const navigate = useNavigate();
  const bugId = useShownBug();
  const open = useEffectEvent((item: InboxItem | undefined) => {
    if (!item) return void navigate({ to: '/inbox', search: { state: 'unread' } });
    const hash = sinceAnchor.of(item.firstUnread);
    return void navigate({ to: '/bugs/$id', params: { id: item.bug._id }, hash, hashScrollIntoView: false });
  });
  const shownBug = useEffectEvent(() => bugId);
  useEffect(() => {
    if (!isOn) return undefined;
    const stop = new AbortController();
    let notifying: Promise<Notifying> | undefined;
    async function load(): Promise<Notifying> {
      try {
        const { startNotifying } = await import('./notifying.ts');
        return startNotifying({ userId, shownBug, open, signal: stop.signal });
      } catch (error) {
        // The next change loads it again.
        notifying = undefined;
        throw error;
      }
    }
    look = async () => (await (notifying ??= load())).look();
    // The next change polls again.
    look().catch(() => {});
    return () => {
      look = undefined;
      stop.abort();
    };
  }, [isOn, userId]);
  useLookedAt(isOn ? bugId : undefined);
}

/** The bug on this page: on its own page, or beside the inbox. */
function useShownBug(): string | undefined {
  const hasBeside = useMediaQuery('(width >= 1200px)');
  return useLocation({
    select: ({ pathname, search }): string | undefined => {
      if (pathname === '/inbox') return hasBeside ? (search as { bug?: string }).bug : undefined;
      return /^\/bugs\/([^/]+)$/.exec(pathname)?.[1];
    },
  });
}

/** Announces the open bug to other tabs by a lock, which the browser releases with the tab. */
function useLookedAt(bugId: string | undefined): void {
  useEffect(() => {
    if (bugId === undefined) return undefined;
    let letGo: (() => void) | undefined;
    function follow() {
      const isLookedAt = !document.hidden && document.hasFocus();
      if (isLookedAt) letGo ??= holdLock(lookedAtLock(bugId ?? ''));
      else {
        letGo?.();
        letGo = undefined;
      }
    }
    const events = new AbortController();
    const options = { signal: events.signal };
    window.addEventListener('focus', follow, options);
    window.addEventListener('blur', follow, options);
    document.addEventListener('visibilitychange', follow, options);
    follow();
    return () => {
      events.abort();
      letGo?.();
    };
  }, [bugId]);
}

/* Coordination between a browser's tabs by locks, which the browser releases when a tab is closed or crashes. */

const lookedAt = 'inbox: looked at ';

/** Held by a focused tab that shows the bug. */
const lookedAtLock = (bugId: string) => lookedAt + bugId;

/** Held while notifications are shown, so that tabs decide on them one at a time. */
export const showingLock = 'inbox: notifications';

/** Held by the tab that keeps its stream open while hidden. */
export const listeningLock = 'inbox: listening';

/** Acquires a lock, or waits for it; `onHeld` is called once it is held. Returns the function that releases it. */
export function holdLock(
  name: string,
  { mode = 'shared', onHeld }: { mode?: LockMode; onHeld?: () => void } = {},
): () => void {
  const end = Promise.withResolvers<void>();
  const waiting = new AbortController();
  navigator.locks
    .request(name, { mode, signal: waiting.signal }, () => {
      onHeld?.();
      return end.promise;
    })
    // It was released before it was acquired, or the browser does not support locks.
    .catch(() => {});
  return () => {
    waiting.abort();
    end.resolve();
  };
}

/** The bugs that are open in any visible tab. */
export async function lookedAtBugs(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(
    held.flatMap(({ name = '' }) => (name.startsWith(lookedAt) ? [name.slice(lookedAt.length)] : [])),
  );
}
