import { createRoute } from '@tanstack/react-router';
import { inLanguage } from '#web/language/language.ts';
import { feature } from '#web/lib/feature.ts';
import { lazyPage, loadOnce } from '#web/lib/lazy-page.ts';
import { fetchAhead, signedInRoute } from '#web/lib/routes.ts';

/** Loaded with the page, so that signing in does not wait for it. */
const data = loadOnce(() => import('./data.ts'));

/* Not in texts.ts, which is loaded with the page. */
const manifestTexts = inLanguage({
  en: { profile: 'Profile' },
  de: { profile: 'Profil' },
});

const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/profile',
  loader: ({ context }) => {
    fetchAhead(context, async (cache) => cache.query((await data()).emailChangesQuery));
    fetchAhead(context, async (cache) => cache.query((await data()).sessionsQuery));
  },
  component: lazyPage(() => import('./ProfilePage.tsx'), 'ProfilePage'),
});

export const profile = feature({
  open: [],
  protected: [profileRoute],
  nav: [{ to: '/profile', label: manifestTexts.profile, shownTo: 'signed-in', atEnd: true }],
});
