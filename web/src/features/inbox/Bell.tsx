import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { maxUnreadCount } from '#contract/conversation/inbox.ts';
import { formatNumber } from '#web/language/language.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { strokeIcon } from '#web/ui/Icon.tsx';
import { setTabUnread } from '#web/ui/tab.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { pendingCount, unreadQuery, usePendingChanges } from './data.ts';
import { useNotifications } from '#web/features/inbox/notifications/use-notifications.ts';
import { texts } from './texts.ts';
import styles from './inbox.module.css';

const BellIcon = strokeIcon(
  'M6 16.500h12l-1.500-2.500V10a4.500 4.500 0 0 0-9 0v4ZM10 19.500a2.200 2.200 0 0 0 4 0',
);

/** Above this number, the badge only shows that there are more. */
const most = 99;

/** Links to the inbox and shows its unread count, as does the browser's tab. */
export function Bell(): React.JSX.Element {
  const navigate = useNavigate();
  const { data = 0, dataUpdatedAt } = useQuery(unreadQuery);
  const unread = pendingCount(data, dataUpdatedAt, usePendingChanges());
  useShortcuts({ 'g i': () => void navigate({ to: '/inbox' }) });
  useTab(unread);
  useNotifications();
  return (
    <Link
      className={styles.bell}
      to="/inbox"
      activeOptions={{ exact: true, includeSearch: false }}
      title={unread > 0 ? `${texts.bell.name}: ${texts.bell.unread(exact(unread))}` : texts.bell.name}
    >
      <BellIcon />
      <VisuallyHidden>{unread > 0 ? `${texts.bell.name}:` : texts.bell.name}</VisuallyHidden>
      {unread > 0 && (
        <span className={styles.badge}>
          <span aria-hidden>{unread > most ? `${most}+` : formatNumber(unread)}</span>
          <VisuallyHidden>{texts.bell.unread(exact(unread))}</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}

const exact = (unread: number) => `${formatNumber(unread)}${unread >= maxUnreadCount ? '+' : ''}`;

/** The tab shows the count, and a mark if it increased while the tab is hidden. */
function useTab(unread: number): void {
  const seen = useRef(unread);
  useEffect(() => {
    function show() {
      if (!document.hidden) seen.current = unread;
      setTabUnread(unread, unread > seen.current);
    }
    show();
    document.addEventListener('visibilitychange', show);
    return () => document.removeEventListener('visibilitychange', show);
  }, [unread]);
  useEffect(() => () => setTabUnread(0, false), []);
}
