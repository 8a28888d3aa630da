import { clearLine, cursorTo } from 'node:readline';
import type { Progress, Report, TableSum } from '#server/engine/copy/table-sum.ts';
import type { Proof } from '#server/files/transfer.ts';
import { megabyte } from '#server/settings.ts';

const barWidth = 30;
/** The interval of updates, in milliseconds. */
const every = { terminal: 100, elsewhere: 5_000 };

/**
 * Shows the progress of the work on standard error until it ends: as a bar on a terminal, elsewhere as a line at
 * intervals.
 */
export async function withProgress<T>(work: (report: Report) => Promise<T>): Promise<T> {
  const stream = process.stderr;
  let last = -Infinity;
  const show = (progress: Progress) => {
    const now = performance.now();
    const isDone = progress.done === progress.total;
    if (!isDone && now - last < (stream.isTTY ? every.terminal : every.elsewhere)) return;
    last = now;
    if (stream.isTTY) cursorTo(stream, 0);
    stream.write(text(progress));
    if (stream.isTTY) clearLine(stream, 1);
    else stream.write('\n');
  };
  // Clears the line for the next output.
  const end = () => {
    if (!stream.isTTY) return;
    cursorTo(stream, 0);
    clearLine(stream, 0);
  };
  return work(show).finally(end);
}

/** Shows each table's row count and the beginning of its hash. */
export function showSums(sums: readonly TableSum[], say: (line: string) => void): void {
  const width = Math.max(...sums.map(({ table }) => table.name.length));
  for (const { table, rows, hash } of sums) {
    say(`${table.name.padEnd(width)} ${rows.toLocaleString('en').padStart(12)} rows  ${hash.slice(0, 16)}`);
  }
}

/** Shows how many files were proven, and where they are. */
export function showFiles({ whole }: Proof, folder: string, say: (line: string) => void): void {
  if (whole.length === 0) return;
  const bytes = whole.reduce((sum, { size }) => sum + size, 0);
  say(
    `Files: ${whole.length.toLocaleString('en')} in ${folder}, ${inMegabytes(bytes)}, verified by their hashes.`,
  );
}

/** The message of a command for missing or damaged files. */
export function lostFiles({ whole, lost }: Proof, folder: string): string {
  const all = whole.length + lost.length;
  return `${lost.length} of ${all} files are missing or damaged in ${folder}; the first has the hash ${lost[0]?.sha256}`;
}

/** The size in the unit of the settings. */
function inMegabytes(bytes: number): string {
  return `${(bytes / megabyte).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}

function text({ doing, what, done, total }: Progress): string {
  const part = total === 0 ? 1 : done / total;
  const full = Math.round(part * barWidth);
  const bar = '█'.repeat(full) + '░'.repeat(barWidth - full);
  const percent = `${Math.floor(part * 100)}%`.padStart(4);
  return `${doing} ${bar} ${percent}  ${done.toLocaleString('en')} of ${total.toLocaleString('en')} (${what})`;
}
