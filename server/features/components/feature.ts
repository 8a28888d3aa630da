import type { Feature } from '#server/extensions/feature.ts';
import { componentOfBug } from './field.ts';
import { routes } from './routes.ts';

/** Components, which admins manage, and the field of bugs that holds one. */
export const components: Feature = { name: 'components', routes, bugs: { fields: [componentOfBug] } };
