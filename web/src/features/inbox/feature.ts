import { feature } from '#web/lib/feature.ts';
import { inboxRoute } from './routes.ts';

/** The bar shows the inbox as a bell with a count, among the tools for signed-in users. */
export const inbox = feature({ open: [], protected: [inboxRoute], nav: [] });
