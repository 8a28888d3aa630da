import { feature } from '#web/lib/feature.ts';
import { dashboardRoute } from './routes.ts';

/** Its link is the title of the bar. */
export const dashboard = feature({
  open: [],
  protected: [dashboardRoute],
  nav: [],
});
