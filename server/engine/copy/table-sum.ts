import { hash } from 'node:crypto';
import type { Batch, Row, Table } from '#server/engine/tables.ts';

/** The progress of work on a whole database: `done` of `total` rows written or read, or indices created. */
export interface Progress {
  doing: 'Copying' | 'Saving' | 'Reading' | 'Restoring' | 'Indexing' | 'Checking';
  /** The name of the table or the index. */
  what: string;
  done: number;
  total: number;
}

export type Report = (progress: Progress) => void;

/**
 * A table's contents as two figures: the row count and the sum of the rows' SHA-256. Independent of row order and
 * engine.
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

  /** The values in column order, in a form that is the same for every engine. */
  #canonical(row: Row): unknown[] {
    return this.table.columns.map((column) => {
      const value = row[column];
      if (value === null || typeof value === 'string') return value;
      // Both drivers return the stored number exactly.
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
