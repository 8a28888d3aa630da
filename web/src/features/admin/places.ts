import type { NavEntry } from '#web/lib/feature.ts';
import { placeTexts } from './place-texts.ts';

/** What the command palette calls the pages for admins. */
export const places: readonly NavEntry[] = [
  { to: '/admin/users', label: placeTexts.users, shownTo: 'admin' },
  { to: '/admin/audit', label: placeTexts.audit, shownTo: 'admin' },
  { to: '/admin/times', label: placeTexts.times, shownTo: 'admin' },
];
