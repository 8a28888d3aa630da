import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { LiveContext } from '#web/lib/live/live-context.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { AuthProvider } from '#web/lib/session/AuthProvider.tsx';
import { createSession } from '#web/lib/session/session.ts';
import { createStyleCache } from './emotion-cache.ts';
import { forgetBetweenUsers } from './forget-between-users.ts';
import { createLiveUpdates } from './live-updates.ts';
import { createAppRouter } from './router.tsx';
import { theme } from './theme.ts';

const styleCache = createStyleCache();
const queryClient = createQueryClient();
const session = createSession();
forgetBetweenUsers(session, queryClient);
const live = createLiveUpdates(session, queryClient);
const router = createAppRouter({ queryClient, session });

/** The application with all that it stands on. */
export function App() {
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider theme={theme} noSsr>
        <CssBaseline />
        <QueryClientProvider client={queryClient}>
          <AuthProvider session={session}>
            <LiveContext value={live}>
              <RouterProvider router={router} />
            </LiveContext>
          </AuthProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
