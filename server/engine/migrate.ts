import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '#server/start-error.ts';
import * as users from '#server/engine/migrations/0.1/0001-users.ts';
import * as bugs from '#server/engine/migrations/0.1/0002-bugs.ts';
import * as changes from '#server/engine/migrations/0.1/0003-changes.ts';
import * as accounts from '#server/engine/migrations/0.1/0004-accounts.ts';
import * as repeatedRequests from '#server/engine/migrations/0.1/0005-repeated-requests.ts';
import * as backups from '#server/engine/migrations/0.1/0006-backups.ts';
import * as bugCounts from '#server/engine/migrations/0.1/0007-bug-counts.ts';
import * as searchForShortTexts from '#server/engine/migrations/0.1/0008-search-for-short-texts.ts';
import * as history from '#server/engine/migrations/0.1/0009-history.ts';
import * as bugDays from '#server/engine/migrations/0.1/0010-bug-days.ts';
import * as searchAtCommit from '#server/engine/migrations/0.1/0011-search-at-commit.ts';
import * as refuseReplacingAudit from '#server/engine/migrations/0.2/from-0012/0012-refuse-replacing-audit.ts';
import * as accountLimits from '#server/engine/migrations/0.2/from-0012/0013-account-limits.ts';
import * as jobs from '#server/engine/migrations/0.2/from-0012/0014-jobs.ts';
import * as openChangeKinds from '#server/engine/migrations/0.2/from-0012/0015-open-change-kinds.ts';
import * as labels from '#server/engine/migrations/0.2/from-0012/0016-labels.ts';
import * as writesWithoutSharedLocks from '#server/engine/migrations/0.2/from-0012/0017-writes-without-shared-locks.ts';
import * as longerDescriptions from '#server/engine/migrations/0.2/from-0012/0018-longer-descriptions.ts';
import * as comments from '#server/engine/migrations/0.2/from-0012/0019-comments.ts';
import * as reactionsAndMentions from '#server/engine/migrations/0.2/from-0012/0020-reactions-and-mentions.ts';
import * as files from '#server/engine/migrations/0.2/from-0012/0021-files.ts';
import * as descriptionMentions from '#server/engine/migrations/0.2/from-0012/0022-description-mentions.ts';
import * as commentSearch from '#server/engine/migrations/0.2/from-0012/0023-comment-search.ts';
import * as inbox from '#server/engine/migrations/0.2/from-0012/0024-inbox.ts';
import * as mail from '#server/engine/migrations/0.2/from-0012/0025-mail.ts';
import * as passwordResets from '#server/engine/migrations/0.2/from-0012/0026-password-resets.ts';
import * as deletedUploads from '#server/engine/migrations/0.2/from-0012/0027-deleted-uploads.ts';
import * as knownDevices from '#server/engine/migrations/0.2/from-0012/0028-known-devices.ts';
import * as mailIn from '#server/engine/migrations/0.2/from-0012/0029-mail-in.ts';
import * as emailConfirmations from '#server/engine/migrations/0.2/from-0012/0030-email-confirmations.ts';
import * as resolutions from '#server/engine/migrations/0.2/from-0033/0033-resolutions.ts';
import * as components from '#server/engine/migrations/0.2/from-0033/0034-components.ts';
import * as versions from '#server/engine/migrations/0.2/from-0033/0035-versions.ts';
import * as relations from '#server/engine/migrations/0.2/from-0033/0036-relations.ts';
import * as customFields from '#server/engine/migrations/0.2/from-0033/0037-custom-fields.ts';
import * as savedViews from '#server/engine/migrations/0.2/from-0033/0038-saved-views.ts';
import * as triage from '#server/engine/migrations/0.2/from-0033/0039-triage.ts';
import * as cardPositions from '#server/engine/migrations/0.2/from-0033/0040-card-positions.ts';
import * as votes from '#server/engine/migrations/0.2/from-0033/0041-votes.ts';
import * as commentCountIndex from '#server/engine/migrations/0.2/from-0033/0042-comment-count-index.ts';
import * as jobsOfATarget from '#server/engine/migrations/0.2/from-0033/0043-jobs-of-a-target.ts';
import * as mailIndices from '#server/engine/migrations/0.2/from-0033/0044-mail-indices.ts';
import * as mentionTimes from '#server/engine/migrations/0.2/from-0033/0045-mention-times.ts';
import * as acceptedBugs from '#server/engine/migrations/0.3/0046-accepted-bugs.ts';
import * as mailBacklog from '#server/engine/migrations/0.3/0047-mail-backlog.ts';
import * as settledEmailChanges from '#server/engine/migrations/0.3/0048-settled-email-changes.ts';
import * as publishedSecrets from '#server/engine/migrations/0.3/0049-published-secrets.ts';
import * as incomingMailSizes from '#server/engine/migrations/0.3/0050-incoming-mail-sizes.ts';
import * as weeksByIndex from '#server/engine/migrations/0.3/0051-weeks-by-index.ts';
import * as searchByTriggers from '#server/engine/migrations/0.3/0052-search-by-triggers.ts';
import * as idempotencyKeys from '#server/engine/migrations/0.3/0053-idempotency-keys.ts';
import { engineOf } from './dialect.ts';
import { copyBeforeMigration } from './backup/pre-migration.ts';
import { appliedMigrations } from './tables.ts';
import type { Store } from './store.ts';
import type { Tx } from './schema.ts';

/** By the name stored in the database; names determine the order. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Every migration. Those of 0.1 are released and never change: further changes are new migrations. */
export const migrations: Migrations = {
  '0001-users': users,
  '0002-bugs': bugs,
  '0003-changes': changes,
  '0004-accounts': accounts,
  '0005-repeated-requests': repeatedRequests,
  '0006-backups': backups,
  '0007-bug-counts': bugCounts,
  '0008-search-for-short-texts': searchForShortTexts,
  '0009-history': history,
  '0010-bug-days': bugDays,
  '0011-search-at-commit': searchAtCommit,
  '0012-refuse-replacing-audit': refuseReplacingAudit,
  '0013-account-limits': accountLimits,
  '0014-jobs': jobs,
  '0015-open-change-kinds': openChangeKinds,
  '0016-labels': labels,
  '0017-writes-without-shared-locks': writesWithoutSharedLocks,
  '0018-longer-descriptions': longerDescriptions,
  '0019-comments': comments,
  '0020-reactions-and-mentions': reactionsAndMentions,
  '0021-files': files,
  '0022-description-mentions': descriptionMentions,
  '0023-comment-search': commentSearch,
  '0024-inbox': inbox,
  '0025-mail': mail,
  '0026-password-resets': passwordResets,
  '0027-deleted-uploads': deletedUploads,
  '0028-known-devices': knownDevices,
  '0029-mail-in': mailIn,
  '0030-email-confirmations': emailConfirmations,
  '0033-resolutions': resolutions,
  '0034-components': components,
  '0035-versions': versions,
  '0036-relations': relations,
  '0037-custom-fields': customFields,
  '0038-saved-views': savedViews,
  '0039-triage': triage,
  '0040-card-positions': cardPositions,
  '0041-votes': votes,
  '0042-comment-count-index': commentCountIndex,
  '0043-jobs-of-a-target': jobsOfATarget,
  '0044-mail-indices': mailIndices,
  '0045-mention-times': mentionTimes,
  '0046-accepted-bugs': acceptedBugs,
  '0047-mail-backlog': mailBacklog,
  '0048-settled-email-changes': settledEmailChanges,
  '0049-published-secrets': publishedSecrets,
  '0050-incoming-mail-sizes': incomingMailSizes,
  '0051-weeks-by-index': weeksByIndex,
  '0052-search-by-triggers': searchByTriggers,
  '0053-idempotency-keys': idempotencyKeys,
};

interface Options {
  /** Called with a line about the copy made beforehand. */
  onNotice?: (line: string) => void;
  /** This program's migrations by default; a test has more. */
  all?: Migrations;
}

/**
 * Migrates the database to this program's schema in one transaction: an interrupted start leaves it unchanged. A SQLite
 * file with data is copied first; the copy stays beside it.
 * @throws StartError if a later program has migrated it further, or there is no room for the copy
 */
export async function migrate(
  store: Store,
  { onNotice = () => {}, all = migrations }: Options = {},
): Promise<void> {
  await store.bulkWrite(async (tx) => {
    await begin(tx);
    const done = await appliedMigrations(tx);
    const next = Object.keys(all).find((name) => !done.includes(name));
    if (done.length > 0 && next !== undefined) await copyBeforeMigration(store, tx, next, onNotice);
    await migrateWithin(tx, store.location, { all });
  });
}

/**
 * Migrates an empty database to this program's schema and does not touch one with data: a server of an earlier version
 * may be running, and would continue to write as if nothing had changed.
 * @throws StartError if the database is of an earlier version
 */
export async function migrateEmpty(store: Store): Promise<void> {
  const done = await appliedMigrations(store.db);
  if (done.length > 0 && Object.keys(migrations).some((name) => !done.includes(name))) {
    throw new StartError(
      `The database ${store.location} is of an earlier version of Katydid. Stop its server and start this version's, which brings it up to date; then try again.`,
    );
  }
  await migrate(store);
}

/**
 * `migrate` within a larger transaction: without a copy, and only up to `to` if that is given; `location` is the
 * database's name in messages.
 */
export async function migrateWithin(
  tx: Tx,
  location: string,
  { all = migrations, to }: { all?: Migrations; to?: string | undefined } = {},
): Promise<void> {
  await begin(tx);
  const later = (await appliedMigrations(tx)).filter((name) => !Object.hasOwn(all, name));
  if (later.length > 0) {
    throw new StartError(
      `The database ${location} was written by a later version of Katydid (${later.join(', ')}). Start that version, or restore a backup of this one's.`,
    );
  }
  const migrator = new Migrator({
    db: tx,
    provider: { getMigrations: async () => ({ ...all }) },
    // Kysely orders by the time when they ran, and the clock may have been wrong; names decide.
    allowUnorderedMigrations: true,
  });
  const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
  if (error !== undefined) throw new Error('The migration failed', { cause: error });
}

async function begin(tx: Tx): Promise<void> {
  for (const statement of engineOf(tx).beforeMigrating) await statement.execute(tx);
}
