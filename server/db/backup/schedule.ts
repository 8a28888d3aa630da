import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import type { BackupConfig } from '#server/config.ts';
import { newBackupPath, removeOldBackups } from './retention.ts';
import { endDueBackup, giveBackDueBackup, noteFailure, takeDueBackup } from './records.ts';
import { makeFolder } from '#server/db/make-folder.ts';
import { partialOf } from './atomic-file.ts';
import type { Store } from '#server/db/store.ts';

/** How often it is looked whether a backup is due. Milliseconds. */
const lookEvery = 30_000;
/** How long a backup that is told to end has for tidying up, while the server stops. Milliseconds. */
const farewell = 2_000;

interface Schedule extends BackupConfig {
  every: number;
}

/**
 * Makes a proven backup whenever one is due, in a process of its own and of lower priority, so that nobody waits for it; and
 * then removes the oldest. Of several servers on one database, one makes it.
 */
export class ScheduledBackups {
  readonly #store: Store;
  readonly #logger: Logger;
  readonly #schedule: Schedule;
  #timer: NodeJS.Timeout | undefined;
  #child: ChildProcess | undefined;
  /** Settles when nothing is under way. */
  #looking: Promise<void> | undefined;

  constructor(store: Store, logger: Logger, schedule: Schedule) {
    this.#store = store;
    this.#logger = logger;
    this.#schedule = schedule;
  }

  /** Looks at once, as one may have been due while nothing ran, and again and again. */
  start(): void {
    const look = () => {
      this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    };
    this.#timer = setInterval(look, lookEvery).unref();
    look();
  }

  /** One that is under way is given up; the next server begins another. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    const child = this.#child;
    child?.kill('SIGTERM');
    const kill = setTimeout(() => child?.kill('SIGKILL'), farewell);
    await this.#looking;
    clearTimeout(kill);
  }

  async #look(): Promise<void> {
    const { every, keep, folder } = this.#schedule;
    const now = new Date();
    try {
      if (!(await this.#store.write((tx) => takeDueBackup(tx, now, every)))) return;
      // Told to stop meanwhile: nothing is begun that would have to be given up.
      if (this.#timer === undefined) return await this.#store.write((tx) => giveBackDueBackup(tx));
      makeFolder(folder);
      const path = newBackupPath(folder, now);
      const failure = await this.#run(path);
      // Stopping is no failure.
      if (failure !== undefined && this.#timer === undefined)
        return await this.#store.write((tx) => giveBackDueBackup(tx));
      if (failure !== undefined) return await this.#fail(failure);
      await removeOldBackups(folder, keep, now);
      await this.#store.write((tx) => endDueBackup(tx));
      this.#logger.info(`Saved everything to ${path}, and proved it`);
    } catch (error) {
      await this.#fail((error as Error).message);
    }
  }

  /** Makes one; returns why it failed, if it did. */
  async #run(path: string): Promise<string | undefined> {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../cli.ts'), 'backup', path], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    const said = text(child.stderr);
    try {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It is quicker then, and harder on others.
    }
    const [code] = (await once(child, 'close')) as [number | null];
    this.#child = undefined;
    if (code === 0) return undefined;
    // One that had to be killed could not tidy up.
    await rm(partialOf(path, child.pid), { force: true });
    const line = (await said).split('\n').findLast((each) => each.startsWith('katydid: '));
    return line?.slice('katydid: '.length) ?? 'It ended before it was done.';
  }

  async #fail(reason: string): Promise<void> {
    this.#logger.error(`The scheduled backup failed: ${reason}`);
    await this.#store
      .write((tx) => noteFailure(tx, new Date().toISOString(), reason))
      .catch((error: unknown) => this.#logger.error({ err: error }, 'could not note that a backup failed'));
  }
}
