import type { Extensions } from '#web/lib/extensions.ts';
import { extensionTexts } from './extension-texts.ts';

export const adminExtensions: Extensions = {
  places: [
    { to: '/admin/users', label: extensionTexts.goToUsers, shownTo: 'admin' },
    { to: '/admin/audit', label: extensionTexts.goToAudit, shownTo: 'admin' },
    { to: '/admin/times', label: extensionTexts.goToTimes, shownTo: 'admin' },
  ],
};
