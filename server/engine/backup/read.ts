import { StartError } from '#server/start-error.ts';
import { migrations } from '#server/engine/migrate.ts';
import type { Report } from '#server/engine/copy/progress.ts';
import { type TableSum, sumUp } from '#server/engine/copy/table-sum.ts';
import type { Batch, Table } from '#server/engine/tables.ts';
import { type Footer, type Header, formatVersion, headerSchema } from './format.ts';
import { unzippedLines } from './lines.ts';
import { Parser } from './parser.ts';
import { tablesAfter } from './scratch.ts';

/** A backup in our own format, which can be read in full any number of times. */
export class BackupFile {
  readonly path: string;
  readonly header: Header;
  /** In file order. */
  readonly tables: readonly Table[];

  private constructor(path: string, header: Header, tables: readonly Table[]) {
    this.path = path;
    this.header = header;
    this.tables = tables;
  }

  /** @throws StartError if it is not a backup, or is of a later version than this program */
  static async open(path: string): Promise<BackupFile> {
    const header = await readHeader(path);
    return new BackupFile(path, header, await tablesAfter(header.migrations.at(-1)));
  }

  /**
   * Reads it once without storing anything.
   * @throws StartError if it is damaged
   */
  async check(report: Report): Promise<TableSum[]> {
    const total = this.header.rows;
    return this.summed((batches) => sumUp(this.tables, batches, { doing: 'Reading', total, report }));
  }

  /**
   * Passes on all rows, and verifies that the result has the sums stated in the file.
   * @throws StartError if it is damaged
   */
  async summed(work: (batches: AsyncIterable<Batch>) => Promise<TableSum[]>): Promise<TableSum[]> {
    const ends: Footer[] = [];
    const sums = await work(this.#batches(ends));
    const stated = ends[0]?.tables ?? [];
    const differs = sums.some(({ table, rows, hash }, i) => {
      const other = stated[i];
      return other?.table !== table.name || other.rows !== rows || other.hash !== hash;
    });
    if (differs || stated.length !== sums.length)
      throw damaged(this.path, 'its rows are not those that it states');
    return sums;
  }

  /** Yields the rows; `ends` gets the footer at the end. */
  async *#batches(ends: Footer[]): AsyncGenerator<Batch> {
    const parser = new Parser(this.tables);
    try {
      for await (const lines of unzippedLines(this.path)) {
        for (const line of lines) parser.take(line);
        yield* parser.batches();
      }
      ends.push(parser.end());
    } catch (error) {
      throw damaged(this.path, (error as Error).message, error);
    }
  }
}

async function readHeader(path: string): Promise<Header> {
  const header = await firstLine(path)
    .then((line) => headerSchema.parse(JSON.parse(line)))
    .catch(() => undefined);
  if (!header) throw new StartError(`${path} is no backup of Katydid, or its beginning is damaged.`);
  if (header.format > formatVersion) {
    throw new StartError(
      `${path} was made by a later version of Katydid: its format is ${header.format}. Restore it with that version.`,
    );
  }
  refuseUnknownState(header.migrations, path);
  return header;
}

async function firstLine(path: string): Promise<string> {
  for await (const [line] of unzippedLines(path)) if (line !== undefined) return line;
  return '';
}

/**
 * Checks that this program has the migrations that led to a schema; messages call its source `where`.
 * @throws StartError if it does not
 */
export function refuseUnknownState(done: readonly string[], where: string): void {
  const known = Object.keys(migrations);
  if (done.every((name, i) => name === known[i])) return;
  const later = done.filter((name) => !known.includes(name));
  const without = known.find((name) => !done.includes(name));
  const version =
    later.length > 0
      ? `a later version of Katydid (${later.join(', ')})`
      : `no release: it has no ${without}`;
  throw new StartError(`${where} is of ${version}. Use that version for it.`);
}

function damaged(path: string, why: string, cause?: unknown): StartError {
  return new StartError(`The backup ${path} is damaged: ${why}.`, { cause });
}
