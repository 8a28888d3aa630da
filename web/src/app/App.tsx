import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { RouterProvider } from '@tanstack/react-router';
import { loadOnce } from '#web/lib/load-once.ts';
import { AuthProvider } from '#web/lib/session/AuthProvider.tsx';
import { createAppRouter } from './router.tsx';
import { session } from './session.ts';
import { theme } from '#web/app/theme/theme.ts';

const styleCache = createStyleCache();
const cache = loadOnce(async () => (await import('./signed-in.ts')).queryClient);
const router = createAppRouter({ session, cache });

/** The application with its providers. */
export function App() {
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider theme={theme} noSsr>
        <CssBaseline />
        <AuthProvider session={session}>
          <RouterProvider router={router} />
        </AuthProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}

/** Styles created at run time carry the response's nonce, as the Content-Security-Policy requires. */
function createStyleCache() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  const cache = createCache({ key: 'katydid', prepend: true, ...(nonce ? { nonce } : {}) });
  const { insert } = cache;
  cache.insert = (selector, styles, ...rest) => {
    if (!/^@layer\s+[^{]*$/.test(styles.styles)) styles.styles = `@layer mui {${styles.styles}}`;
    return insert(selector, styles, ...rest);
  };
  return cache;
}
