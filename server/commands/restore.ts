import { checkDatabaseUrl } from '#server/config.ts';
import { kindOf } from '#server/engine/backup/format.ts';
import { proveSqliteCopy, restoreBackup, restoreSqliteCopy } from '#server/engine/backup/restore.ts';
import { BackupFile } from '#server/engine/backup/read.ts';
import type { BeforeCommit } from '#server/engine/copy/copy.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Store } from '#server/engine/store.ts';
import type { Report, TableSum } from '#server/engine/copy/table-sum.ts';
import { filesBeside, filesFolderBeside } from '#server/files/backup-files.ts';
import { fileStoreOf } from '#server/files/file-store.ts';
import { type Proof, bringFiles } from '#server/files/transfer.ts';
import { StartError } from '#server/start-error.ts';
import { lostFiles, showFiles, showSums, withProgress } from './report.ts';
import { type Command, explainBreak, filesOf, jobsAreHeld, warn } from './command.ts';

export const restore: Command = {
  help: `
  restore <file> [--to <address>] [--without-lost-files]
                         restore a backup into an empty database, of either engine (by default that of
                         DATABASE_URL), and compare the two. A backup of an earlier version is migrated.
                         A damaged one is refused before anything is changed; an interrupted restore
                         changes nothing. The files are copied from the folder katydid-files beside it
                         to FILES_FOLDER. --without-lost-files restores the rest if some are missing`,
  options: { to: undefined },
  flags: ['without-lost-files'],
  async run(call) {
    const {
      words: [path],
      options,
      flags,
      databaseUrl,
      say,
    } = call;
    if (path === undefined) throw new StartError('Say which: npm run katydid -- restore <file>');
    const to = options['to'] === undefined ? databaseUrl : checkDatabaseUrl('--to', options['to']);
    const into = filesOf(call, to);
    let files: Proof = { whole: [], lost: [] };
    const { sums, location } = await withProgress(async (report) => {
      const put = await checked(path, report, async (db) => {
        const stores = { from: filesBeside(path), to: fileStoreOf({ files: into }) };
        files = await bringFiles(db, stores, report);
        if (files.lost.length > 0 && !flags.has('without-lost-files')) throw withoutFiles(path, files);
      });
      const target = await openDatabase(to, { exclusive: true });
      try {
        return { sums: await put(target), location: target.location };
      } finally {
        await target.close();
      }
    }).catch(explainBreak('restore'));
    showSums(sums, say);
    showFiles(files, into.folder, say);
    if (files.lost.length > 0) warn(`${lostFiles(files, filesFolderBeside(path))}. The rest is restored.`);
    say(`Restored ${path} to ${location}, and compared them. Start Katydid with that as its DATABASE_URL.`);
    say(jobsAreHeld);
  },
};

/** Reads the whole backup before touching anything; returns a function that loads it into a database. */
async function checked(
  path: string,
  report: Report,
  beforeCommit: BeforeCommit,
): Promise<(target: Store) => Promise<TableSum[]>> {
  const kind = await kindOf(path);
  if (kind === 'portable') {
    const file = await BackupFile.open(path);
    await file.check(report);
    return (target) => restoreBackup(file, target, report, beforeCommit);
  }
  if (kind === 'sqlite') {
    await proveSqliteCopy(path, report);
    return (target) => restoreSqliteCopy(path, target, report, beforeCommit);
  }
  throw new StartError(
    `${path} was written by pg_dump. Restore it with pg_restore --dbname=<address> ${path}, into an empty database.`,
  );
}

function withoutFiles(path: string, files: Proof): StartError {
  const folder = filesFolderBeside(path);
  return new StartError(
    `${lostFiles(files, folder)}. Put the folder of this backup there, or restore without them: add --without-lost-files.`,
  );
}
