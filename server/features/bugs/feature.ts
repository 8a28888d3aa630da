import type { Feature } from '#server/feature.ts';
import { routes } from './routes.ts';

/** The bugs: filing, listing, reading, editing, deleting. */
export const bugs: Feature = { name: 'bugs', routes };
