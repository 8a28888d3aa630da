import { Outlet } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { AwayBanner } from '#web/app/bar/AwayBanner.tsx';
import { TopBar } from '#web/app/bar/TopBar.tsx';
import { texts } from './texts.ts';
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

/** The link that skips the bar for keyboard users. Visible when it has the focus. */
function SkipLink() {
  function skip(event: MouseEvent) {
    event.preventDefault();
    document.getElementById('main')?.focus();
  }
  return (
    <a className={styles.skip} href="#main" onClick={skip}>
      {texts.skip}
    </a>
  );
}
