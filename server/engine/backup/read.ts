import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { StartError } from '#server/start-error.ts';
import { refuseUnknownState } from '#server/engine/migrate.ts';
import { asReleases } from '#server/engine/migrations/0.2/release.ts';
import { type Report, type TableSum, sumUp } from '#server/engine/copy/table-sum.ts';
import { type Batch, type Row, type Table, batchOf } from '#server/engine/tables.ts';
import {
  type Footer,
  type Header,
  footerSchema,
  formatVersion,
  headerSchema,
  tableSchema,
} from './format.ts';
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

  /** @throws StartError if it is not a backup, or was made by a later version than this program */
  static async open(path: string): Promise<BackupFile> {
    const header = await readHeader(path);
    return new BackupFile(path, header, await tablesAfter(header.migrations.at(-1)));
  }

  /**
   * Reads the whole file once without storing anything.
   * @throws StartError if it is damaged
   */
  async check(report: Report): Promise<TableSum[]> {
    const total = this.header.rows;
    return this.summed((batches) => sumUp(this.tables, batches, { doing: 'Reading', total, report }));
  }

  /**
   * Passes all rows to `work`, and verifies that the sums it returns are those stated in the file.
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

  /** Yields the rows, then adds the footer to `ends`. */
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
  const migrations = asReleases(header.migrations);
  refuseUnknownState(migrations, path);
  return { ...header, migrations };
}

async function firstLine(path: string): Promise<string> {
  for await (const [line] of unzippedLines(path)) if (line !== undefined) return line;
  return '';
}

function damaged(path: string, why: string, cause?: unknown): StartError {
  return new StartError(`The backup ${path} is damaged: ${why}.`, { cause });
}

/** Longer than any row, in UTF-16 code units. A file with a longer line is not a backup; it is not unpacked further. */
const longest = 64 * 1024 * 1024;

/** The unzipped content of the file, several whole lines at a time, without line ends. @throws errors of zlib */
export async function* unzippedLines(path: string): AsyncGenerator<string[]> {
  const unzipped = createGunzip({ rejectGarbageAfterEnd: true, chunkSize: 256 * 1024 });
  const file = createReadStream(path);
  file.on('error', (error) => unzipped.destroy(error)).pipe(unzipped);
  unzipped.setEncoding('utf8');
  let [rest, length]: [string[], number] = [[], 0];
  try {
    for await (const text of unzipped as AsyncIterable<string>) {
      rest.push(text);
      length += text.length;
      if (length > longest) throw new Error('it has lines that are too long');
      // Pieces of a long line are joined once, at its end.
      if (!text.includes('\n')) continue;
      const lines = rest.join('').split('\n');
      const begun = lines.pop() ?? '';
      [rest, length] = [[begun], begun.length];
      yield lines;
    }
  } finally {
    file.destroy();
  }
  if (length > 0) throw new Error('it ends within a line');
}

/** Parses the lines of a backup of these tables, in this order, into rows. Its error messages are shown to users. */
class Parser {
  readonly #tables: readonly Table[];
  readonly #digest = createHash('sha256');
  #hasHeader = false;
  #footer: Footer | undefined;
  /** The index of the table whose rows are being read. */
  #current = -1;
  #rows: Row[] = [];
  #ready: Batch[] = [];

  constructor(tables: readonly Table[]) {
    this.#tables = tables;
  }

  /** Parses the next line. */
  take(line: string): void {
    if (this.#footer) throw new Error('it has lines behind its end');
    const value = parsed(line);
    if (typeof value === 'object' && value !== null && 'sha256' in value) {
      this.#footer = understood(footerSchema.safeParse(value));
      return;
    }
    this.#digest.update(line).update('\n');
    if (Array.isArray(value)) this.#takeRow(value);
    else if (this.#hasHeader) this.#beginTable(value);
    else this.#hasHeader = understood(headerSchema.safeParse(value)) !== undefined;
  }

  /** Called after the last line: returns the footer, which must be that line. */
  end(): Footer {
    if (!this.#footer || this.#current !== this.#tables.length - 1) throw new Error('its end is missing');
    if (this.#footer.sha256 !== this.#digest.digest('hex')) throw new Error('its hash is another');
    return this.#footer;
  }

  /** The rows since the last call. */
  batches(): Batch[] {
    this.#endBatch();
    return this.#ready.splice(0);
  }

  #takeRow(values: readonly unknown[]): void {
    const table = this.#tables[this.#current];
    if (table?.columns.length !== values.length || !values.every(isStorable)) throw notUnderstood();
    this.#rows.push(Object.fromEntries(table.columns.map((column, i) => [column, values[i]])));
    if (this.#rows.length === batchOf(table)) this.#endBatch();
  }

  #beginTable(value: unknown): void {
    this.#endBatch();
    this.#current += 1;
    const { table: name, columns } = understood(tableSchema.safeParse(value));
    const table = this.#tables[this.#current];
    if (table?.name !== name || table.columns.join() !== columns.join()) {
      throw new Error(`its table ${name} is not that of the version it names`);
    }
  }

  #endBatch(): void {
    const table = this.#tables[this.#current];
    if (table && this.#rows.length > 0) this.#ready.push({ table, rows: this.#rows });
    this.#rows = [];
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw notUnderstood();
  }
}

function understood<T>(result: { success: true; data: T } | { success: false }): T {
  if (!result.success) throw notUnderstood();
  return result.data;
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));
  return value === null || typeof value === 'string';
}

function notUnderstood(): Error {
  return new Error('it has a line that cannot be understood');
}
