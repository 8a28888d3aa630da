import type { StoredField } from '#server/bug-field.ts';
import type { Feature } from '#server/feature.ts';
import { routesFor } from './routes.ts';

/** The bugs: filing, listing, reading, editing, deleting. Other features add `fields` to them. */
export function bugs(fields: readonly StoredField[]): Feature {
  return { name: 'bugs', routes: routesFor(fields) };
}
