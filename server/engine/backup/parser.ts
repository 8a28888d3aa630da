import { createHash } from 'node:crypto';
import { type Batch, type Row, type Table, batchOf } from '#server/engine/tables.ts';
import { type Footer, footerSchema, headerSchema, tableSchema } from './format.ts';

/** Turns the lines of a backup of these tables, in this order, into rows. Errors are worded for people. */
export class Parser {
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

  /** Takes the next line. */
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
