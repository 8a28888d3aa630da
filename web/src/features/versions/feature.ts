import { feature } from '#web/lib/feature.ts';
import { versionRoute, versionsAdminRoute, versionsRoute } from './routes.ts';

export const versions = feature({
  open: [],
  protected: [versionsAdminRoute, versionsRoute, versionRoute],
  nav: [],
});
