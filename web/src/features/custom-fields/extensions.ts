import { customFieldPermissions } from '#contract/classification/custom-fields.ts';
import type { Extensions } from '#web/lib/extensions.ts';
import { customView } from './custom-view.tsx';
import { extensionTexts } from './extension-texts.ts';
import { customFieldsChanged } from './live.ts';
import { customQueryFields } from './query-fields.ts';

const { manage } = customFieldPermissions;

export const customFieldsExtensions: Extensions = {
  paletteLinks: [{ to: '/admin/fields', label: extensionTexts.go, shownTo: manage }],
  adminPages: [{ to: '/admin/fields', label: extensionTexts.fields, shownTo: manage }],
  auditActions: extensionTexts.actions,
  bugFields: [customView],
  queryFields: customQueryFields,
  live: { 'custom-field': customFieldsChanged },
};
