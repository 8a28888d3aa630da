import { feature } from '#web/lib/feature.ts';
import { dashboardRoute } from './routes.ts';
import { texts } from './texts.ts';

/** Its link is the title of the bar. */
export const dashboard = feature({
  open: [],
  protected: [dashboardRoute],
  nav: [],
  shortcuts: [{ keys: 'g d', label: texts.go, to: '/' }],
});
