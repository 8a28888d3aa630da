import type { Extensions } from '#web/lib/extensions.ts';
import { customView } from './custom-view.tsx';
import { extensionTexts } from './extension-texts.ts';
import { customFieldsChanged } from './live.ts';
import { customQueryFields } from './query-fields.ts';

export const customFieldsExtensions: Extensions = {
  auditActions: extensionTexts.actions,
  bugFields: [customView],
  queryFields: customQueryFields,
  live: { 'custom-field': customFieldsChanged },
};
