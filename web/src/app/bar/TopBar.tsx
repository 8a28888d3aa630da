import { createLink, Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { trackerName } from '#web/language/tracker.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { isShown, type NavEntry } from '#web/lib/feature.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { MenuIcon } from '#web/ui/icons.tsx';
import { PlaceAnchor } from '#web/ui/links.tsx';
import { Mark } from '#web/ui/Mark.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import styles from './bar.module.css';
import { features } from '#web/app/features.ts';
import { texts } from '#web/app/texts.ts';

const BarTools = lazy(async () => ({ default: (await import('./BarTools.tsx')).BarTools }));
const PinnedViews = lazy(async () => ({ default: (await import('./PinnedViews.tsx')).PinnedViews }));
const entries: readonly NavEntry[] = features.flatMap((feature) => feature.nav);

export const NavLink = createLink(PlaceAnchor);

/** The bar: home, the links of every feature, and signing out. On narrow screens the links fold into a menu. */
export function TopBar() {
  const { state, logout } = useAuth();
  const hasAdditions = useAdditions();
  const [open, setOpen] = useState(false);
  const narrow = useMediaQuery('(width < 600px)');
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
          // Login and Register preserve the requested page.
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
    <header className={styles.bar} onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}>
      <div className={styles.inner}>
        <Link to="/" className={styles.title}>
          <Mark />
          {trackerName}
        </Link>
        <div className={styles.toggleSlot}>
          {narrow && tools}
          <IconButton
            aria-label={texts.menu}
            aria-expanded={open}
            aria-controls="bar-links"
            onClick={() => setOpen(!open)}
          >
            <MenuIcon />
          </IconButton>
        </div>
        <nav className={styles.links} id="bar-links" aria-label={texts.main} data-open={open}>
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
        </nav>
      </div>
    </header>
  );
}
