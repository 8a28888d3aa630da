import { createRoute } from '@tanstack/react-router';
import { feature } from '#web/lib/feature.ts';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { onlyWithAdditions, signedInRoute } from '#web/lib/routes.ts';

const componentsAdmin = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/components',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('./components/ComponentsPage.tsx'), 'ComponentsPage'),
});

const versionsAdmin = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/versions',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('./versions/VersionsAdminPage.tsx'), 'VersionsAdminPage'),
});

const versions = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/versions',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('./versions/VersionsPage.tsx'), 'VersionsPage'),
});

const version = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/versions/$id',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('./versions/VersionPage.tsx'), 'VersionPage'),
});

const labelsAdmin = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/labels',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('./labels/LabelsPage.tsx'), 'LabelsPage'),
});

const fieldsAdmin = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/fields',
  beforeLoad: onlyWithAdditions,
  component: lazyPage(() => import('./custom-fields/FieldsPage.tsx'), 'FieldsPage'),
});

export const classification = feature({
  open: [],
  protected: [componentsAdmin, versionsAdmin, versions, version, fieldsAdmin, labelsAdmin],
  nav: [],
});
