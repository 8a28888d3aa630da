import type { Kysely } from 'kysely';
import { engineOf } from '#server/engine/migrations/engine.ts';
import type { Schema } from '#server/engine/schema.ts';
import { accounts } from './accounts.ts';
import { bugs } from './bugs.ts';
import { classification } from './classification.ts';
import { comments } from './comments.ts';
import { inboxAndMail } from './inbox-and-mail.ts';
import { jobsAndChanges } from './jobs-and-changes.ts';

/** All that 0.2 added to 0.1, in an order in which tables can refer to each other. */
export async function up(db: Kysely<Schema>): Promise<void> {
  for (const subject of [accounts, jobsAndChanges, bugs, classification, comments, inboxAndMail])
    for (const statement of subject(engineOf(db))) await statement.execute(db);
}

export const release = '0012-release-0.2';

/** The names of 0.2.0's own migrations, which it has recorded in databases and backups. */
export const releasedAs: readonly string[] = [
  '0012-refuse-replacing-audit',
  '0013-account-limits',
  '0014-jobs',
  '0015-open-change-kinds',
  '0016-labels',
  '0017-writes-without-shared-locks',
  '0018-longer-descriptions',
  '0019-comments',
  '0020-reactions-and-mentions',
  '0021-files',
  '0022-description-mentions',
  '0023-comment-search',
  '0024-inbox',
  '0025-mail',
  '0026-password-resets',
  '0027-deleted-uploads',
  '0028-known-devices',
  '0029-mail-in',
  '0030-email-confirmations',
  '0033-resolutions',
  '0034-components',
  '0035-versions',
  '0036-relations',
  '0037-custom-fields',
  '0038-saved-views',
  '0039-triage',
  '0040-card-positions',
  '0041-votes',
  '0042-comment-count-index',
  '0043-jobs-of-a-target',
  '0044-mail-indices',
  '0045-mention-times',
];

/** Names of applied migrations, with those of 0.2 as one once all of them are applied. */
export function asReleases(names: readonly string[]): string[] {
  const isComplete = releasedAs.every((name) => names.includes(name));
  const kept = isComplete ? names.filter((name) => !releasedAs.includes(name)) : names;
  return [...kept, ...(isComplete ? [release] : [])].toSorted();
}
