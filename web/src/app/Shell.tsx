import { styled } from '@mui/material/styles';
import { Outlet } from '@tanstack/react-router';
import { AwayBanner } from './AwayBanner.tsx';
import { SkipLink } from './SkipLink.tsx';
import { TopBar } from './TopBar.tsx';

/** What stands around every page. */
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
