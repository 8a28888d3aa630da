import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { newBackupPath, writeAtomically } from '#server/engine/backup/files.ts';
import { type Kind, backupEnd, kindOf, kindToMake } from '#server/engine/backup/format.ts';
import type { BeforeCommit } from '#server/engine/copy/copy.ts';
import { proveBackup, proveSqliteCopy } from '#server/engine/backup/restore.ts';
import { BackupFile } from '#server/engine/backup/read.ts';
import { noteProven } from '#server/engine/backup/records.ts';
import { writeBackup } from '#server/engine/backup/write.ts';
import { makeFolder } from '#server/engine/private-files.ts';
import { appliedMigrations } from '#server/engine/tables.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Db } from '#server/engine/schema.ts';
import type { Store } from '#server/engine/store.ts';
import { filesBeside, filesFolderBeside, renameList, saveFiles } from '#server/files/backup-files.ts';
import { fileStoreOf } from '#server/files/file-store.ts';
import { type Proof, proveContents, storedContents } from '#server/files/transfer.ts';
import type { Report, TableSum } from '#server/engine/copy/table-sum.ts';
import { StartError } from '#server/start-error.ts';
import { type Command, type CommandCall, explainBreak, warn } from './command.ts';
import { lostFiles, showFiles, showSums, withProgress } from './report.ts';

export const backup: Command = {
  help: `
  backup [file] [--force]
                         write a backup, also while the server runs, and verify it by restoring it into a
                         scratch database. The name's end is the format: .katydid.gz, which either engine
                         restores (by default a new file in BACKUP_FOLDER); .db, a SQLite file, from SQLite;
                         .dump, written by pg_dump, from PostgreSQL. The files of bugs and comments go to the
                         folder katydid-files beside it, which backups share: keep the two together.
                         --force replaces an existing file
  backup verify <file>   verify a backup again, with its files`,
  flags: ['force'],
  async run(call) {
    const [first, second] = call.words;
    if (first === 'verify') return verify(second, call);
    const now = new Date();
    const { folder } = call.settings.backups;
    if (first === undefined) makeFolder(folder);
    return make(first ?? newBackupPath(folder, now), now, call);
  },
};

async function make(path: string, now: Date, call: CommandCall): Promise<void> {
  const kind = kindToMake(path);
  const store = await openDatabase(call.databaseUrl, { exclusive: false, existing: true });
  const from = call.settings.files;
  let files: Proof = { whole: [], lost: [] };
  try {
    const force = call.flags.has('force');
    const sums = await withProgress(async (report) => {
      let list = path;
      const proven = await writeAtomically(path, { force }, (partial) => {
        list = partial;
        const save = async (db: Db) => {
          const contents = await storedContents(db);
          files = await saveFiles(partial, { contents, from: fileStoreOf({ files: from }) }, report);
        };
        return write(kind, partial, { store, call, report, save });
      });
      // Without a list, a backup prevents the removal of any contents; with another backup's list, it would not.
      await renameList(list, path);
      return proven;
    }).catch(explainBreak('backup'));
    if (sums) showSums(sums, call.say);
    call.say(`Saved ${store.location} to ${path}${sums ? ', and verified it' : ''}.`);
    showFiles(files, filesFolderBeside(path), call.say);
    if (files.lost.length > 0) {
      const [first] = files.lost;
      warn(
        `${files.lost.length} of its files are missing or damaged in ${from.folder}, and not in the backup. The first has the hash ${first?.sha256}.`,
      );
    }
    if (!sums) return call.say('Verify it with pg_restore: Katydid does not read what pg_dump writes.');
    // Databases of earlier versions have no table for this.
    if ((await appliedMigrations(store.db)).includes('0006-backups'))
      await store.write((tx) => noteProven(tx, now.toISOString(), resolve(path)));
  } finally {
    await store.close();
  }
}

/** Returns the proof, if there is one. */
async function write(
  kind: Kind,
  path: string,
  { store, call, report, save }: { store: Store; call: CommandCall; report: Report; save: BeforeCommit },
): Promise<TableSum[] | undefined> {
  if (kind === 'portable') {
    await writeBackup(store, path, report);
    return proveBackup(await BackupFile.open(path), report, save);
  }
  if (kind === 'sqlite') {
    if (!store.copyFile) throw new StartError(`A file that ends in .db is made from SQLite alone: ${either}`);
    store.copyFile(path);
    return proveSqliteCopy(path, report, save);
  }
  if (store.copyFile)
    throw new StartError(`A file that ends in .dump is made from PostgreSQL alone: ${either}`);
  await dumpPostgres(call.databaseUrl, path, call.environment);
  await save(store.db);
  return undefined;
}

const either = `name one that ends in ${backupEnd}.`;

async function verify(path: string | undefined, { say }: CommandCall): Promise<void> {
  if (path === undefined) throw new StartError('Say which: npm run katydid -- backup verify <file>');
  const folder = filesFolderBeside(path);
  let files: Proof = { whole: [], lost: [] };
  const sums = await withProgress((report) =>
    prove(path, report, async (db) => {
      files = await proveContents(await storedContents(db), filesBeside(path), report);
    }),
  ).catch(explainBreak('verification'));
  showSums(sums, say);
  if (files.lost.length > 0) throw new StartError(`${lostFiles(files, folder)}.`);
  showFiles(files, folder, say);
  say(`${path} is complete and undamaged.`);
}

async function prove(path: string, report: Report, whenProven: BeforeCommit): Promise<TableSum[]> {
  const kind = await kindOf(path);
  if (kind === 'portable') {
    const file = await BackupFile.open(path);
    // Otherwise the scratch database would fail on damage, with an unclear message.
    await file.check(report);
    return proveBackup(file, report, whenProven);
  }
  if (kind === 'sqlite') return proveSqliteCopy(path, report, whenProven);
  throw new StartError(`${path} was written by pg_dump. Verify it by restoring it with pg_restore.`);
}

/**
 * Runs pg_dump, which writes the database to a file for pg_restore. The password is passed in the environment:
 * arguments are visible to all users of the machine.
 * @throws StartError if pg_dump is not installed, or with its message
 */
async function dumpPostgres(url: string, path: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const child = spawn('pg_dump', ['--format=custom', `--file=${path}`, `--dbname=${address.href}`], {
    env: { ...environment, ...(password !== '' && { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = text(child.stderr);
  const [code] = await (once(child, 'close') as Promise<[number | null]>).catch((error: unknown) => {
    throw new StartError(
      'pg_dump cannot be run. Install the client of PostgreSQL, or name a file that ends in .katydid.gz, for which it is not needed.',
      { cause: error },
    );
  });
  if (code !== 0) {
    const line = (await said).trim().replaceAll(/\s+/g, ' ');
    throw new StartError(`pg_dump failed: ${line || `exit code ${code}`}`);
  }
}
