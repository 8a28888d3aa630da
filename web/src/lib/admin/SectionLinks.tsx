import { Link } from '@tanstack/react-router';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { useExtensions } from '#web/lib/extensions.ts';
import { isShown } from '#web/lib/feature.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import styles from './SectionLinks.module.css';
import { texts } from './texts.ts';

/** Links to the pages for admins, of every feature. */
export function SectionLinks() {
  const { state } = useAuth();
  const hasAdditions = useAdditions();
  const pages = useExtensions().adminPages.filter((page) => isShown(page, state, hasAdditions));
  return (
    <nav className={styles.links} aria-label={texts.administration}>
      {pages.map(({ to, label }) => (
        <Link key={to} className={styles.link} to={to} activeOptions={{ includeSearch: false }}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
