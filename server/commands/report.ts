import { clearLine, cursorTo } from 'node:readline';
import type { WriteStream } from 'node:tty';
import type { Progress, Report, TableSum } from '#server/engine/copy/table-sum.ts';
import type { Proof } from '#server/files/transfer.ts';
import { megabyte } from '#server/settings.ts';

/** Shows the progress of the work on standard error until it ends. */
export async function withProgress<T>(work: (report: Report) => Promise<T>): Promise<T> {
  const line = new ProgressLine(process.stderr);
  return work((progress) => line.show(progress)).finally(() => line.end());
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
    `Files: ${whole.length.toLocaleString('en')} in ${folder}, ${inMegabytes(bytes)}, proven by their hashes.`,
  );
}

/** The message of a command for missing or damaged files. */
export function lostFiles({ whole, lost }: Proof, folder: string): string {
  const all = whole.length + lost.length;
  return `${lost.length} of ${all} files are missing or damaged in ${folder}; the first has the hash ${lost[0]?.sha256}`;
}

/** In the units of the settings. */
function inMegabytes(bytes: number): string {
  return `${(bytes / megabyte).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}

const barWidth = 30;
/** Update interval, in milliseconds: in place on a terminal, as a new line elsewhere. */
const every = { terminal: 100, elsewhere: 5_000 };

/** A progress bar on a terminal; elsewhere a line at intervals. */
class ProgressLine {
  readonly #stream: WriteStream;
  #last = -Infinity;

  constructor(stream: WriteStream) {
    this.#stream = stream;
  }

  show(progress: Progress): void {
    const now = performance.now();
    const isDone = progress.done === progress.total;
    if (!isDone && now - this.#last < (this.#stream.isTTY ? every.terminal : every.elsewhere)) return;
    this.#last = now;
    if (this.#stream.isTTY) {
      cursorTo(this.#stream, 0);
      this.#stream.write(text(progress));
      clearLine(this.#stream, 1);
    } else {
      this.#stream.write(`${text(progress)}\n`);
    }
  }

  /** Clears the line for the next output. */
  end(): void {
    if (!this.#stream.isTTY) return;
    cursorTo(this.#stream, 0);
    clearLine(this.#stream, 0);
  }
}

function text({ doing, what, done, total }: Progress): string {
  const part = total === 0 ? 1 : done / total;
  const full = Math.round(part * barWidth);
  const bar = '█'.repeat(full) + '░'.repeat(barWidth - full);
  const percent = `${Math.floor(part * 100)}%`.padStart(4);
  return `${doing} ${bar} ${percent}  ${done.toLocaleString('en')} of ${total.toLocaleString('en')} (${what})`;
}
