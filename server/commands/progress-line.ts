import { clearLine, cursorTo } from 'node:readline';
import type { WriteStream } from 'node:tty';
import type { Progress, Report } from '#server/db/copy/progress.ts';

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

/** Shows the progress of the work on standard error until it ends. */
export async function withProgress<T>(work: (report: Report) => Promise<T>): Promise<T> {
  const line = new ProgressLine(process.stderr);
  return work((progress) => line.show(progress)).finally(() => line.end());
}
