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

/** How often it checks whether a backup is due. Milliseconds. */
const checkEvery = 30_000;
/** Time between SIGTERM and SIGKILL for a running backup, while the server stops. Milliseconds. */
const killAfter = 2_000;

interface Schedule extends BackupConfig {
  every: number;
}

/**
 * Makes a proven backup whenever one is due, in a process of its own and of lower priority, so that requests do not wait for it; and
 * then removes the oldest. Of several servers on one database, one makes it.
 */
export class ScheduledBackups {
  readonly #store: Store;
  readonly #logger: Logger;
  readonly #schedule: Schedule;
  #timer: NodeJS.Timeout | undefined;
  #child: ChildProcess | undefined;
  /** Settles when nothing is under way. */
  #checking: Promise<void> | undefined;

  constructor(store: Store, logger: Logger, schedule: Schedule) {
    this.#store = store;
    this.#logger = logger;
    this.#schedule = schedule;
  }

  /** Checks at once, as a backup may have become due while no server ran, and then periodically. */
  start(): void {
    const check = () => {
      this.#checking ??= this.#check().finally(() => (this.#checking = undefined));
    };
    this.#timer = setInterval(check, checkEvery).unref();
    check();
  }

  /** Aborts a running backup; the next server starts another. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    const child = this.#child;
    child?.kill('SIGTERM');
    const kill = setTimeout(() => child?.kill('SIGKILL'), killAfter);
    await this.#checking;
    clearTimeout(kill);
  }

  async #check(): Promise<void> {
    const { every, keep, folder } = this.#schedule;
    const now = new Date();
    try {
      if (!(await this.#store.write((tx) => takeDueBackup(tx, now, every)))) return;
      // The server began to stop meanwhile: do not start a backup that would have to be aborted.
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
      // It then runs at normal priority.
    }
    const [code] = (await once(child, 'close')) as [number | null];
    this.#child = undefined;
    if (code === 0) return undefined;
    // A killed process did not remove its partial file.
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
