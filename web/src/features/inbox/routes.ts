import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, signedInRoute } from '#web/lib/routes.ts';

export const inboxRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/inbox',
  beforeLoad: onlyWithAdditions,
  // The page reads the address, so that the rules for it load with the page. So does what fetches the list.
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string | undefined>,
  component: lazyPage(() => import('#web/features/inbox/page/InboxPage.tsx'), 'InboxPage'),
});
