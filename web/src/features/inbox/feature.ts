import { createRoute } from '@tanstack/react-router';
import { feature } from '#web/lib/feature.ts';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, signedInRoute } from '#web/lib/routes.ts';

const inboxRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/inbox',
  beforeLoad: onlyWithAdditions,
  // The page parses the address, so that its rules load with the page. So does the code that fetches the list.
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string | undefined>,
  component: lazyPage(() => import('./page/InboxPage.tsx'), 'InboxPage'),
});

/** The bar shows the inbox as a bell with a count, among the tools for signed-in users. */
export const inbox = feature({ open: [], protected: [inboxRoute], nav: [] });
