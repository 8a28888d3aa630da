import { feature } from '#web/lib/feature.ts';
import { viewRoute, viewsRoute } from './routes.ts';

export const views = feature({ open: [], protected: [viewsRoute, viewRoute], nav: [] });
