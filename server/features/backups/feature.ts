import { getBackups } from '#contract/backups.ts';
import { readBackups } from '#server/db/backup/records.ts';
import type { Feature } from '#server/feature.ts';
import { route } from '#server/http/route.ts';

/** What is known of the backups, for admins. */
export const backups: Feature = {
  name: 'backups',
  routes: [route(getBackups, async ({ db }) => readBackups(db))],
};
