import { feature } from '#web/lib/feature.ts';
import { componentsRoute } from './routes.ts';

export const components = feature({ open: [], protected: [componentsRoute], nav: [] });
