import { styled } from '@mui/material/styles';
import { Outlet } from '@tanstack/react-router';
import { AwayBanner } from '#web/app/bar/AwayBanner.tsx';
import { SkipLink } from '#web/app/bar/SkipLink.tsx';
import { TopBar } from '#web/app/bar/TopBar.tsx';

/** The frame of every page. */
export function Shell() {
  return (
    <>
      <SkipLink />
      <TopBar />
      <AwayBanner />
      <Main id="main" tabIndex={-1}>
        <Outlet />
      </Main>
    </>
  );
}

const Main = styled('main')({ outline: 'none' });
