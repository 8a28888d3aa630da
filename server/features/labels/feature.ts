import type { Feature } from '#server/extensions/feature.ts';
import { labelsOfBugs } from './field.ts';
import { routes } from './routes.ts';

/** Labels, which admins manage, and the field of bugs that holds them. */
export const labels: Feature = { name: 'labels', routes, bugs: { fields: [labelsOfBugs] } };
