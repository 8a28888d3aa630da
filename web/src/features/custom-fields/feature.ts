import { feature } from '#web/lib/feature.ts';
import { fieldsRoute } from './routes.ts';

export const customFields = feature({ open: [], protected: [fieldsRoute], nav: [] });
