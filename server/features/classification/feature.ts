import type { Feature } from '#server/extensions/feature.ts';
import { componentOfBug } from './component-field.ts';
import { routes as componentRoutes } from './component-routes.ts';
import { customOfBugs } from './custom-field.ts';
import { routes as customFieldRoutes } from './custom-field-routes.ts';
import { labelsOfBugs } from './label-field.ts';
import { routes as labelRoutes } from './label-routes.ts';
import { resolutionOfBugs } from './resolution.ts';
import { fixedInOfBugs, foundInOfBugs } from './version-fields.ts';
import { routes as versionRoutes } from './version-routes.ts';

/** The definitions by admins that sort bugs, and the fields of bugs that hold them. */
export const classification: Feature = {
  name: 'classification',
  routes: [...componentRoutes, ...versionRoutes, ...labelRoutes, ...customFieldRoutes],
  bugs: {
    fields: [resolutionOfBugs, componentOfBug, foundInOfBugs, fixedInOfBugs, labelsOfBugs, customOfBugs],
  },
};
