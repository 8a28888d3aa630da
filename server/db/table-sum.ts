import { hash } from 'node:crypto';
import type { Row, Table } from './tables.ts';

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
      if (value === null || typeof value === 'string' || Number.isSafeInteger(value)) return value;
      throw new Error(
        `${this.table.name}.${column} holds a ${typeof value}: say in table-sum.ts how every engine is to hand it over`,
      );
    });
  }
}
