import { type Hash, createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { StartError } from '#server/start-error.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { refuseUnknownState } from '#server/engine/migrate.ts';
import { appliedMigrations, countRows, rowsOf } from '#server/engine/tables.ts';
import type { Store } from '#server/engine/store.ts';
import type { Db } from '#server/engine/schema.ts';
import { type Report, TableSum } from '#server/engine/copy/table-sum.ts';
import { type Footer, type Header, formatVersion } from './format.ts';
import { tablesAfter } from './scratch.ts';

/**
 * Writes a snapshot of the database, while others continue writing to it, to the file at `path`, in our own format.
 * @throws StartError if the database is not of this program's version
 */
export async function writeBackup(store: Store, path: string, report: Report): Promise<void> {
  await store.readSnapshot(async (db) => {
    const lines = await linesOf(db, store.location, report);
    await pipeline(lines, createGzip(), createWriteStream(path));
  });
}

async function linesOf(db: Db, location: string, report: Report): Promise<AsyncGenerator<string>> {
  const migrations = await appliedMigrations(db);
  if (migrations.length === 0) throw new StartError(`There is nothing of Katydid in ${location}.`);
  refuseUnknownState(migrations, location);
  const tables = await tablesAfter(migrations.at(-1));
  const header: Header = {
    katydid: 'backup',
    format: formatVersion,
    at: new Date().toISOString(),
    engine: engineOf(db).name,
    migrations,
    rows: await countRows(db, tables),
  };
  const sums = tables.map((table) => new TableSum(table));
  return withFooter(header, sums, rowLines(db, header.rows, sums, report));
}

async function* rowLines(
  db: Db,
  total: number,
  sums: readonly TableSum[],
  report: Report,
): AsyncGenerator<string> {
  let done = 0;
  for (const sum of sums) {
    const { name, columns } = sum.table;
    yield line({ table: name, columns });
    for await (const rows of rowsOf(db, sum.table)) {
      sum.add(rows);
      done += rows.length;
      report({ doing: 'Saving', what: name, done, total });
      yield rows.map((row) => line(columns.map((column) => row[column]))).join('');
    }
  }
}

async function* withFooter(
  header: Header,
  sums: readonly TableSum[],
  body: AsyncIterable<string>,
): AsyncGenerator<string> {
  const digest = createHash('sha256');
  yield noted(digest, line(header));
  for await (const lines of body) yield noted(digest, lines);
  const footer: Footer = {
    tables: sums.map(({ table, rows, hash }) => ({ table: table.name, rows, hash })),
    sha256: digest.digest('hex'),
  };
  yield line(footer);
}

function noted(digest: Hash, text: string): string {
  digest.update(text);
  return text;
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
