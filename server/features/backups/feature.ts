import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getBackups } from '#contract/admin/admin.ts';
import { noteFailure, readBackups } from '#server/engine/backup/records.ts';
import type { Feature } from '#server/extensions/feature.ts';
import { route } from '#server/http/route.ts';
import { newBackupPath, partialOf, removeOldBackups } from '#server/engine/backup/files.ts';
import { removeUnlistedFiles } from '#server/files/backup-files.ts';
import { makeFolder } from '#server/engine/private-files.ts';
import { type JobContext, recurring } from '#server/jobs/job.ts';

/** The wait before a failed backup is retried, which doubles up to an hour. Milliseconds. */
const firstRetry = 10 * 60_000;
/** Time between SIGTERM and SIGKILL for a running backup, while the server stops. Milliseconds. */
const killAfter = 2_000;

/**
 * Makes a proven backup when one is due, then removes the oldest. It runs in a separate process of lower priority, so that
 * requests do not wait for it.
 */
export const scheduledBackup = recurring({
  kind: 'backup',
  every: ({ backups }) => backups.every,
  firstRetry,
  async run(context, { signal }) {
    try {
      await makeBackup(context, signal);
    } catch (error) {
      // An interrupted backup is retried and does not count as failed.
      if (!signal.aborted) await recordFailure(context, (error as Error).message);
      throw error;
    }
  },
});

/** Scheduled backups, and the state of backups for admins. */
export const backups: Feature = {
  name: 'backups',
  routes: [route(getBackups, async ({ db }) => readBackups(db))],
  jobs: [scheduledBackup],
};

async function makeBackup(context: JobContext, signal: AbortSignal): Promise<void> {
  const { settings, now, log } = context;
  const { folder, keep } = settings.backups;
  const began = now();
  makeFolder(folder);
  const path = newBackupPath(folder, began);
  const warnings = await runCommand(path, signal);
  await removeOldBackups(folder, keep, began);
  await removeUnlistedFiles(folder, began);
  log.info(`Saved everything to ${path}, and verified it`);
  // Admins see it as a failure, although all existing data was saved.
  if (warnings.length > 0) await recordFailure(context, warnings.join(' '));
}

/** The prefix of lines that are not progress. */
const linePrefix = 'katydid: ';

/** Runs `npm run katydid -- backup`, and returns its warnings. @throws Error with its message */
async function runCommand(path: string, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../cli.ts'), 'backup', path], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = text(child.stderr);
  let kill: NodeJS.Timeout | undefined;
  const abort = () => {
    child.kill('SIGTERM');
    kill = setTimeout(() => child.kill('SIGKILL'), killAfter);
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It then runs at normal priority.
  }
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(kill);
  signal.removeEventListener('abort', abort);
  const lines = (await said).split('\n').filter((line) => line.startsWith(linePrefix));
  const messages = lines.map((line) => line.slice(linePrefix.length));
  if (code === 0) return messages;
  // A killed process did not remove its partial file.
  await rm(partialOf(path, child.pid), { force: true });
  throw new Error(messages.at(-1) ?? 'It ended before it was done.');
}

async function recordFailure({ write, now, log }: JobContext, reason: string): Promise<void> {
  log.error(`The scheduled backup failed: ${reason}`);
  await write((tx) => noteFailure(tx, now().toISOString(), reason)).catch((error: unknown) =>
    log.error({ err: error }, 'could not note that a backup failed'),
  );
}
