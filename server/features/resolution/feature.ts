import type { Feature } from '#server/feature.ts';
import { resolutionOfBugs } from './field.ts';

/** What became of resolved bugs: a field that ends with the status. */
export const resolution: Feature = { name: 'resolution', routes: [], bugFields: [resolutionOfBugs] };
