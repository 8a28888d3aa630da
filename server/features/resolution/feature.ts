import type { Feature } from '#server/extensions/feature.ts';
import { resolutionOfBugs } from './field.ts';

/** The resolution of bugs: a field that is cleared when the status changes from resolved. */
export const resolution: Feature = { name: 'resolution', routes: [], bugs: { fields: [resolutionOfBugs] } };
