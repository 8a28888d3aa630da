import { getBackups } from '#contract/admin/backups.ts';
import { readBackups } from '#server/db/backup/records.ts';
import type { Feature } from '#server/extensions/feature.ts';
import { route } from '#server/http/route.ts';
import { scheduledBackup } from './scheduled-backup.ts';

/** Scheduled backups, and the state of backups for admins. */
export const backups: Feature = {
  name: 'backups',
  routes: [route(getBackups, async ({ db }) => readBackups(db))],
  jobs: [scheduledBackup],
};
