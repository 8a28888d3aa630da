import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, signedInRoute } from '#web/lib/routes.ts';

export const inboxRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/inbox',
  beforeLoad: onlyWithAdditions,
  // The page parses the address, so that its rules load with the page. So does the code that fetches the list.
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string | undefined>,
  component: lazyPage(() => import('#web/features/inbox/page/InboxPage.tsx'), 'InboxPage'),
});
