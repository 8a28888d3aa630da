import { checkDatabaseUrl } from '#server/config.ts';
import { copyDatabase } from '#server/engine/copy/copy.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Store } from '#server/engine/store.ts';
import { tablesOf } from '#server/engine/tables.ts';
import { fileStoreOf } from '#server/files/file-store.ts';
import { type Proof, bringFiles } from '#server/files/transfer.ts';
import type { Settings } from '#server/settings.ts';
import { StartError } from '#server/start-error.ts';
import { lostFiles, showFiles, showSums, withProgress } from './report.ts';
import { type Command, type CommandCall, explainBreak, filesOf, jobsAreHeld, warn } from './command.ts';

export const copy: Command = {
  help: `
  copy --to <address>    copy everything into an empty database, postgres://user:password@host/database
                         or file:/path/to/katydid.db, and compare both sides; sessions and passwords
                         stay valid. The files go to FILES_FOLDER, by default beside the new database. An
                         interrupted copy changes nothing. Stop the server first: a SQLite file that a
                         server uses is refused, and what servers write to PostgreSQL meanwhile is not
                         in the copy`,
  options: { to: undefined },
  async run(call) {
    const { options, databaseUrl, say } = call;
    if (options['to'] === undefined) {
      throw new StartError('Say where to: npm run katydid -- copy --to <address>');
    }
    const to = checkDatabaseUrl('--to', options['to']);
    if (to === databaseUrl) throw new StartError('--to names the database that DATABASE_URL names already.');
    const source = await openDatabase(databaseUrl, { exclusive: true, existing: true });
    try {
      const target = await openDatabase(to, { exclusive: true });
      try {
        await copyAndTell(source, target, { from: call.settings.files, into: filesOf(call, to) }, say);
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  },
};

async function copyAndTell(
  source: Store,
  target: Store,
  { from, into }: { from: Settings['files']; into: Settings['files'] },
  say: CommandCall['say'],
): Promise<void> {
  if (engineOf(source.db).transactionsOverlap) {
    say(`What servers write to ${source.location} from now on is not in the copy.`);
  }
  const stores = { from: fileStoreOf({ files: from }), to: fileStoreOf({ files: into }) };
  let files: Proof = { whole: [], lost: [] };
  const tables = await withProgress((report) =>
    copyDatabase(source, target, report, async (db) => {
      files = await bringFiles(db, stores, report);
    }),
  ).catch(explainBreak('copy'));
  showSums(tables, say);
  showFiles(files, into.folder, say);
  if (files.lost.length > 0) warn(`${lostFiles(files, from.folder)}. The rest is copied.`);
  const left = (await tablesOf(source.db)).filter(({ name }) =>
    tables.every(({ table }) => table.name !== name),
  );
  if (left.length > 0) say(`Not Katydid's, and not copied: ${left.map(({ name }) => name).join(', ')}.`);
  say(`The same on both sides: ${source.location} and ${target.location}.`);
  say('Start Katydid with the copy as its DATABASE_URL; the source is unchanged.');
  say(jobsAreHeld);
}
