import { Outlet } from '@tanstack/react-router';
import { AwayBanner } from '#web/app/bar/AwayBanner.tsx';
import { SkipLink } from '#web/app/bar/SkipLink.tsx';
import { TopBar } from '#web/app/bar/TopBar.tsx';
import styles from './Shell.module.css';

/** The frame of every page. */
export function Shell() {
  return (
    <>
      <SkipLink />
      <TopBar />
      <AwayBanner />
      <main className={styles.main} id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
