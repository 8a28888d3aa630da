import { labelPermissions } from '#contract/labels.ts';
import type { Extensions } from '#web/lib/extensions.ts';
import { labelCommands } from './commands.ts';
import { extensionTexts } from './extension-texts.ts';
import { labelsView } from './labels-field.tsx';
import { labelsChanged } from './live.ts';

export const labelsExtensions: Extensions = {
  places: [{ to: '/admin/labels', label: extensionTexts.go, shownTo: labelPermissions.manage }],
  adminPages: [{ to: '/admin/labels', label: extensionTexts.labels, shownTo: labelPermissions.manage }],
  auditActions: extensionTexts.actions,
  bugFields: [labelsView],
  commands: [labelCommands],
  live: { label: labelsChanged },
};
