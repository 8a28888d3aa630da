import { sql } from 'kysely';
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
import * as release02 from '#server/engine/migrations/0.2/release.ts';
import * as acceptedBugs from '#server/engine/migrations/0.3/0046-accepted-bugs.ts';
import * as mailBacklog from '#server/engine/migrations/0.3/0047-mail-backlog.ts';
import * as settledEmailChanges from '#server/engine/migrations/0.3/0048-settled-email-changes.ts';
import * as publishedSecrets from '#server/engine/migrations/0.3/0049-published-secrets.ts';
import * as incomingMailSizes from '#server/engine/migrations/0.3/0050-incoming-mail-sizes.ts';
import * as weeksByIndex from '#server/engine/migrations/0.3/0051-weeks-by-index.ts';
import * as searchByTriggers from '#server/engine/migrations/0.3/0052-search-by-triggers.ts';
import * as idempotencyKeys from '#server/engine/migrations/0.3/0053-idempotency-keys.ts';
import * as firstAdmin from '#server/engine/migrations/0.3/0054-first-admin.ts';
import * as settings from '#server/engine/migrations/0.3/0055-settings.ts';
import * as linkedByNumber from '#server/engine/migrations/0.3/0056-linked-by-number.ts';
import * as bugRevisions from '#server/engine/migrations/0.3/0057-bug-revisions.ts';
import * as searchForPairs from '#server/engine/migrations/0.3/0058-search-for-pairs.ts';
import * as droppedMails from '#server/engine/migrations/0.3/0059-dropped-mails.ts';
import * as foldedTexts from '#server/engine/migrations/0.3/0060-folded-texts.ts';
import * as formerNames from '#server/engine/migrations/0.3/0061-former-names.ts';
import * as originalMails from '#server/engine/migrations/0.3/0062-original-mails.ts';
import { engineOf } from './dialect.ts';
import { refold } from './refold.ts';
import { writeAtomically } from './backup/files.ts';
import { appliedMigrations, tablesInUse, tablesOf } from './tables.ts';
import type { Store } from './store.ts';
import type { Tx } from './schema.ts';

/** Migrations by the name stored in the database. The names determine their order. */
type Migrations = Readonly<Record<string, Migration>>;

/** Every migration. Those of 0.1 and 0.2 are released and never change: further changes are new migrations. */
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
  [release02.release]: release02,
  '0046-accepted-bugs': acceptedBugs,
  '0047-mail-backlog': mailBacklog,
  '0048-settled-email-changes': settledEmailChanges,
  '0049-published-secrets': publishedSecrets,
  '0050-incoming-mail-sizes': incomingMailSizes,
  '0051-weeks-by-index': weeksByIndex,
  '0052-search-by-triggers': searchByTriggers,
  '0053-idempotency-keys': idempotencyKeys,
  '0054-first-admin': firstAdmin,
  '0055-settings': settings,
  '0056-linked-by-number': linkedByNumber,
  '0057-bug-revisions': bugRevisions,
  '0058-search-for-pairs': searchForPairs,
  '0059-dropped-mails': droppedMails,
  '0060-folded-texts': foldedTexts,
  '0061-former-names': formerNames,
  '0062-original-mails': originalMails,
};

interface Options {
  /** Called with a line about the copy made beforehand. */
  onNotice?: (line: string) => void;
  /** All migrations, by default this program's; a test adds more. */
  all?: Migrations;
}

/**
 * Migrates the database to this program's schema in one transaction: an interrupted start leaves it unchanged. A SQLite
 * file with data is copied first; the copy stays beside it. Texts are then folded again in transactions of their own,
 * where an interrupted start continues.
 * @throws StartError if a later program has migrated it further, or there is no room for the copy
 */
export async function migrate(
  store: Store,
  { onNotice = () => {}, all = migrations }: Options = {},
): Promise<void> {
  await store.bulkWrite(async (tx) => {
    const done = await begin(tx, store.location);
    const next = Object.keys(all).find((name) => !done.includes(name));
    if (done.length > 0 && next !== undefined) await copyBeforeMigration(store, tx, next, onNotice);
    await migrateWithin(tx, store.location, { all });
  });
  await refold(store, onNotice);
}

/**
 * Before a migration, within its transaction: copies a SQLite file that contains data, to a file beside it. A copy left
 * by an earlier start is replaced: that start was interrupted before it migrated.
 * @throws StartError if the copy cannot be made
 */
async function copyBeforeMigration(
  store: Store,
  tx: Tx,
  migration: string,
  onNotice: (line: string) => void,
): Promise<void> {
  const { copyFile, location } = store;
  if (!copyFile || (await tablesInUse(tx, await tablesOf(tx))).length === 0) return;
  const path = `${location}.before-${migration}`;
  try {
    await writeAtomically(path, { force: true }, async (partial) => copyFile(partial));
  } catch (error) {
    throw new StartError(
      `Cannot keep a copy of ${location} before bringing it up to date: ${(error as Error).message}. Make room for ${path}; nothing was changed.`,
      { cause: error },
    );
  }
  onNotice(`Before the database was brought up to date, it was copied to ${path}`);
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
  const done = await begin(tx, location);
  const later = done.filter((name) => !Object.hasOwn(all, name));
  if (later.length > 0) {
    throw new StartError(
      `The database ${location} was written by a later version of Katydid (${later.join(', ')}). Start that version, or restore a backup of this one's.`,
    );
  }
  if (done.includes(release02.release)) await recordAsRelease(tx);
  const migrator = new Migrator({
    db: tx,
    provider: { getMigrations: async () => ({ ...all }) },
    // Kysely orders migrations by the time they ran, but the clock may have been wrong: here, the names decide.
    allowUnorderedMigrations: true,
  });
  const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
  if (error !== undefined) throw new Error('The migration failed', { cause: error });
}

/** Excludes other migrations, and returns those that were applied. */
async function begin(tx: Tx, location: string): Promise<string[]> {
  for (const statement of engineOf(tx).beforeMigrating) await statement.execute(tx);
  const done = await appliedMigrations(tx);
  refuseUnreleased(done, `The database ${location}`);
  return done;
}

/** Replaces the names recorded by 0.2.0 with the single name that its migrations have now. */
async function recordAsRelease(tx: Tx): Promise<void> {
  const { release, releasedAs } = release02;
  await sql`update kysely_migration set name = ${release} where name = ${releasedAs.at(-1)}`.execute(tx);
  await sql`delete from kysely_migration where name in (${sql.join(releasedAs)})`.execute(tx);
}

/**
 * Checks that this program has the migrations that led to a schema; messages call its source `where`.
 * @throws StartError if it does not
 */
export function refuseUnknownState(done: readonly string[], where: string): void {
  const known = Object.keys(migrations);
  if (done.every((name, i) => name === known[i])) return;
  refuseUnreleased(done, where);
  const later = done.filter((name) => !known.includes(name));
  const without = known.find((name) => !done.includes(name));
  const version =
    later.length > 0
      ? `a later version of Katydid (${later.join(', ')})`
      : `no release: it has no ${without}`;
  throw new StartError(`${where} is of ${version}. Use that version for it.`);
}

/** @throws StartError for a schema between 0.1 and 0.2.0, whose migrations are combined into one here */
function refuseUnreleased(done: readonly string[], where: string): void {
  if (!done.some((name) => release02.releasedAs.includes(name))) return;
  throw new StartError(
    `${where} is of an unreleased version before 0.2.0. Use Katydid 0.2.0 for it first, which brings it up to date.`,
  );
}
