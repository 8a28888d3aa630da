import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { createLink, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { maxUnreadCount } from '#contract/conversation/inbox.ts';
import { formatNumber } from '#web/language/language.ts';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import { setTabUnread } from '#web/ui/tab.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { BellIcon } from '#web/features/inbox/page/icons.tsx';
import { pendingCount, usePendingChanges } from './mutations.ts';
import { useNotifications } from './notifications/use-notifications.ts';
import { unreadQuery } from './queries.ts';
import { texts } from './texts.ts';

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
    <BellLink
      to="/inbox"
      activeOptions={{ exact: true, includeSearch: false }}
      title={unread > 0 ? `${texts.bell.name}: ${texts.bell.unread(exact(unread))}` : texts.bell.name}
    >
      <BellIcon />
      <VisuallyHidden>{unread > 0 ? `${texts.bell.name}:` : texts.bell.name}</VisuallyHidden>
      {unread > 0 && (
        <Badge>
          <span aria-hidden>{unread > most ? `${most}+` : formatNumber(unread)}</span>
          <VisuallyHidden>{texts.bell.unread(exact(unread))}</VisuallyHidden>
        </Badge>
      )}
    </BellLink>
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

const BellLink = createLink(
  styled('a')(({ theme }) => ({
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minWidth: 36,
    minHeight: 36,
    borderRadius: 6,
    color: theme.vars.palette.text.secondary,
    '&:hover, &[aria-current="page"]': { color: theme.vars.palette.text.primary },
    '&[aria-current="page"]': { backgroundColor: theme.vars.palette.primary.soft },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.secondary.main}` },
    '@media (pointer: coarse)': { minWidth: 44, minHeight: 44 },
  })),
);

const Badge = styled('span')(({ theme }) => ({
  position: 'absolute',
  insetBlockStart: 1,
  insetInlineStart: '50%',
  minWidth: 16,
  paddingInline: theme.spacing(1),
  borderRadius: 8,
  backgroundColor: theme.vars.palette.secondary.main,
  color: theme.vars.palette.secondary.contrastText,
  fontSize: '0.6875rem',
  fontWeight: 650,
  lineHeight: '16px',
  fontVariantNumeric: 'tabular-nums',
}));
