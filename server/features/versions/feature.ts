import type { Feature } from '#server/extensions/feature.ts';
import { fixedInOfBugs, foundInOfBugs } from './fields.ts';
import { routes } from './routes.ts';

/** Versions, which admins manage, and the fields of bugs that hold them. */
export const versions: Feature = {
  name: 'versions',
  routes,
  bugs: { fields: [foundInOfBugs, fixedInOfBugs] },
};
