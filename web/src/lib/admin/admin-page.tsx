import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { can, type Permission } from '#contract/permissions.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { adminGroups, useExtensions } from '#web/lib/extensions.ts';
import { isShown } from '#web/lib/feature.ts';
import { useAuth, useUser } from '#web/lib/session/auth-context.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import styles from './admin.module.css';
import { texts } from './texts.ts';

/** Shows a page to users with the permission, and to others a notice that it is for admins. */
export function Permitted({ to, children }: { to: Permission; children: ReactNode }) {
  const isOffered = useAdditions();
  return can(useUser(), to) && isOffered ? children : <ForbiddenPage />;
}

/**
 * Whether the server refused data that only admins may see. If so, refreshes the session, because the user is no longer
 * an admin.
 */
export function useRefused(error: unknown): boolean {
  const { refresh } = useAuth();
  const refused = error instanceof ApiError && error.status === 403;
  useEffect(() => {
    if (refused) void refresh();
  }, [refused, refresh]);
  return refused;
}

export function ForbiddenPage() {
  return (
    <Page title={texts.onlyAdmins} tabTitle={texts.onlyAdminsTab} width="reading">
      <EmptyState
        text={texts.askAdmin}
        action={
          <ButtonLink to="/" variant="contained">
            {texts.goToDashboard}
          </ButtonLink>
        }
      />
    </Page>
  );
}

interface AdminPageProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page for admins, beside the links to all of them. */
export function AdminPage({ title, actions, children }: AdminPageProps) {
  return (
    <div className={styles.area}>
      <AdminLinks />
      <Page title={title} tabTitle={title} actions={actions}>
        {children}
      </Page>
    </div>
  );
}

/** Links to every feature's pages for admins: a list, or on narrow screens a line that scrolls sideways. */
function AdminLinks() {
  const { state } = useAuth();
  const hasAdditions = useAdditions();
  const pages = useExtensions().adminPages.filter((page) => isShown(page, state, hasAdditions));
  const links = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = links;
    const link = current?.querySelector<HTMLElement>('[aria-current]');
    // In the middle, so that its neighbours show that the line scrolls. The list of wide screens does not scroll.
    if (current && link) current.scrollLeft = link.offsetLeft - (current.clientWidth - link.offsetWidth) / 2;
  }, []);
  return (
    <nav ref={links} className={styles.links} aria-label={texts.administration}>
      {adminGroups.map((group) => {
        const inGroup = pages.filter((page) => page.group === group);
        if (inGroup.length === 0) return null;
        return (
          <div key={group} role="group" aria-label={texts.groups[group]}>
            <span aria-hidden>{texts.groups[group]}</span>
            {inGroup.map(({ to, label }) => (
              <Link key={to} className={styles.link} to={to} activeOptions={{ includeSearch: false }}>
                {label}
              </Link>
            ))}
          </div>
        );
      })}
    </nav>
  );
}

/** The number of items, announced when it changes. Takes up its line even while the number is unknown. */
export function Count({ text }: { text: string | undefined }) {
  return (
    <p className={styles.count} role="status">
      {text ?? '\u00a0'}
    </p>
  );
}
