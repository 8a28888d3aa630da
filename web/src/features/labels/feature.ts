import { feature } from '#web/lib/feature.ts';
import { labelsRoute } from './routes.ts';

export const labels = feature({ open: [], protected: [labelsRoute], nav: [] });
