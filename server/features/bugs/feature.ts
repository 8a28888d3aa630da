import type { Feature } from '#server/extensions/feature.ts';
import { type BugParts, routesFor } from './routes.ts';

/** The bugs: filing, listing, reading, editing, deleting. Other features add fields to them. */
export function bugs(parts: BugParts): Feature {
  return { name: 'bugs', routes: routesFor(parts) };
}
