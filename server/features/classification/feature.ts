import type { Feature } from '#server/extensions/feature.ts';
import { componentOfBug, componentRoutes } from './components.ts';
import { customFieldRoutes } from './custom-fields.ts';
import { customOfBugs } from './custom-values.ts';
import { labelRoutes, labelsOfBugs } from './labels.ts';
import { resolutionOfBugs } from './resolution.ts';
import { fixedInOfBugs, foundInOfBugs, versionRoutes } from './versions.ts';

/** The definitions by which admins classify bugs, and the fields of bugs that hold them. */
export const classification: Feature = {
  name: 'classification',
  routes: [...componentRoutes, ...versionRoutes, ...labelRoutes, ...customFieldRoutes],
  bugs: {
    fields: [resolutionOfBugs, componentOfBug, foundInOfBugs, fixedInOfBugs, labelsOfBugs, customOfBugs],
  },
};
