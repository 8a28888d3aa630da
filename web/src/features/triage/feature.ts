import { feature } from '#web/lib/feature.ts';
import { triageRoute } from './routes.ts';

export const triage = feature({ open: [], protected: [triageRoute], nav: [] });
