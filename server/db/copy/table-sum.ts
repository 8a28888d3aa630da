import { hash } from 'node:crypto';
import type { Progress, Report } from './progress.ts';
import type { Batch, Row, Table } from '#server/db/tables.ts';

/**
 * What a table holds, in two figures: the number of its rows, and the sum of their SHA-256. The order of the rows makes
 * no difference, and neither does the engine.
 */
export class TableSum {
  readonly table: Table;
  #rows = 0;
  #sum = 0n;

  constructor(table: Table) {
    this.table = table;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const digest = hash('sha256', JSON.stringify(this.#canonical(row)), 'hex');
      this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${digest}`));
    }
    this.#rows += rows.length;
  }

  get rows(): number {
    return this.#rows;
  }

  /** 64 hexadecimal digits. */
  get hash(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }

  /** The values in the order of the columns, as every engine hands them over. */
  #canonical(row: Row): unknown[] {
    return this.table.columns.map((column) => {
      const value = row[column];
      if (value === null || typeof value === 'string') return value;
      // Both drivers hand over the number that is stored, to its last bit.
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      throw new Error(
        `${this.table.name}.${column} holds a ${typeof value}: say in table-sum.ts how every engine is to hand it over`,
      );
    });
  }
}

/** Sums up the tables of these batches, and reports progress after each. */
export async function sumUp(
  tables: readonly Table[],
  batches: AsyncIterable<Batch>,
  { doing, total, report }: { doing: Progress['doing']; total: number; report: Report },
): Promise<TableSum[]> {
  const sums = tables.map((table) => new TableSum(table));
  const byTable = new Map(sums.map((sum) => [sum.table, sum]));
  let done = 0;
  for await (const { table, rows } of batches) {
    byTable.get(table)?.add(rows);
    done += rows.length;
    report({ doing, what: table.name, done, total });
  }
  return sums;
}
