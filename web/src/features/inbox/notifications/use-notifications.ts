import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { InboxItem } from '#contract/conversation/inbox.ts';
import { sinceAnchor } from '#web/lib/time/since-anchor.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { holdLock, lookedAtLock } from './locks.ts';
import type { Notifying } from './notifying.ts';
import { areNotificationsOn, onNotificationState } from './preference.ts';

let look: (() => Promise<void>) | undefined;

/** Shows notifications of new activity, if enabled. Rejects if the server was unreachable. */
export async function lookForNews(): Promise<void> {
  await look?.();
}

/** Has the browser show notifications of mentions and assignments while they are on. The code is only loaded then. */
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
