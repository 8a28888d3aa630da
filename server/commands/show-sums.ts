import type { TableSum } from '#server/db/copy/table-sum.ts';

/** Shows each table's row count and the beginning of its hash. */
export function showSums(sums: readonly TableSum[], say: (line: string) => void): void {
  const width = Math.max(...sums.map(({ table }) => table.name.length));
  for (const { table, rows, hash } of sums) {
    say(`${table.name.padEnd(width)} ${rows.toLocaleString('en').padStart(12)} rows  ${hash.slice(0, 16)}`);
  }
}
