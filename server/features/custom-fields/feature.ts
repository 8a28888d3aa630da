import type { Feature } from '#server/extensions/feature.ts';
import { customOfBugs } from './field.ts';
import { routes } from './routes.ts';

/** Fields of bugs that admins define, and the values of bugs in them. */
export const customFields: Feature = { name: 'custom-fields', routes, bugs: { fields: [customOfBugs] } };
