import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { isShown, type NavEntry } from '#web/lib/feature.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { MenuIcon } from '#web/ui/icons.tsx';
import { Mark } from '#web/ui/Mark.tsx';
import { Bar, barFolds, Inner, Links, NavLink, TitleLink, ToggleSlot } from './bar.styles.tsx';
import { features } from '#web/app/features.ts';
import { texts } from '#web/app/texts.ts';

const BarTools = lazy(async () => ({ default: (await import('./BarTools.tsx')).BarTools }));
const PinnedViews = lazy(async () => ({ default: (await import('./PinnedViews.tsx')).PinnedViews }));
const entries: readonly NavEntry[] = features.flatMap((feature) => feature.nav);

/** The bar: home, the links of every feature, and signing out. On narrow screens the links fold into a menu. */
export function TopBar() {
  const { state, logout } = useAuth();
  const hasAdditions = useAdditions();
  const [open, setOpen] = useState(false);
  const narrow = useMediaQuery((theme) => theme.breakpoints.down(barFolds), { noSsr: true });
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => setOpen(false), [path]);

  const shown = entries.filter((entry) => isShown(entry, state, hasAdditions));
  const isLinked = shown.some(({ to }) => to === path);
  const links = (atEnd: boolean) =>
    shown
      .filter((entry) => (entry.atEnd ?? false) === atEnd)
      .map(({ to, label, section }) => (
        <NavLink
          key={label}
          to={to}
          // Login and Register keep the requested page.
          {...(state.status === 'signed-out' && { state: true })}
          activeOptions={{ exact: true, includeSearch: false }}
          // On the page itself, the link sets `aria-current`.
          aria-current={
            section !== undefined && !isLinked && path.startsWith(`${section}/`) ? 'true' : undefined
          }
        >
          {label}
        </NavLink>
      ));

  const tools = state.status === 'signed-in' && (
    <Suspense>
      <BarTools />
    </Suspense>
  );
  return (
    <Bar onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}>
      <Inner>
        <TitleLink to="/">
          <Mark />
          Katydid
        </TitleLink>
        <ToggleSlot>
          {narrow && tools}
          <IconButton
            aria-label={texts.menu}
            aria-expanded={open}
            aria-controls="bar-links"
            onClick={() => setOpen(!open)}
          >
            <MenuIcon />
          </IconButton>
        </ToggleSlot>
        <Links id="bar-links" aria-label={texts.main} data-open={open}>
          {links(false)}
          {hasAdditions && state.status === 'signed-in' && (
            <Suspense>
              <PinnedViews />
            </Suspense>
          )}
          <span />
          {!narrow && tools}
          {links(true)}
          {state.status === 'signed-in' && <Button onClick={logout}>{texts.logout}</Button>}
        </Links>
      </Inner>
    </Bar>
  );
}
