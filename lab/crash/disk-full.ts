import { mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { seeded } from '#server/seed/seeded-random.ts';
import { type ServerProcess, type StartOptions, startServer } from '#server/test/server-process.ts';
import { send } from '#lab/client.ts';
import { formOf } from './files.ts';
import { type Fault, Ledger } from './ledger.ts';
import { look, observe } from './observer.ts';
import { type Report, execute, has, notRun } from './tools.ts';
import { startWriting } from './stage.ts';
import { password } from './writer.ts';

/** The timeout for writes to succeed again once there is space. Milliseconds. */
const promisedReturn = 5_000;
/**
 * The size of a file that occupies most of a disk of 16 MiB, so that the rest fills up before SQLite's first
 * checkpoint.
 */
const ballast = 13_000_000;
/** The size of an uploaded file that fits neither on the disk nor within the limit on file sizes. */
const uploaded = 4_000_000;

/** A small disk that fills up, and the function that frees space on it. */
interface Narrow {
  folder: string;
  start: StartOptions;
  makeRoom: (server: ServerProcess) => Promise<void>;
  remove: () => Promise<void>;
}

/** Mounts a small disk, full except for a few megabytes. */
async function smallDisk(): Promise<Narrow> {
  const folder = await mkdtemp(join(tmpdir(), 'katydid-full-'));
  await execute('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder]);
  const file = await open(join(folder, 'ballast'), 'w');
  await file.write(Buffer.alloc(ballast, 1));
  await file.close();
  return {
    folder,
    start: {},
    makeRoom: () => rm(join(folder, 'ballast')),
    async remove() {
      await execute('umount', [folder]);
      await rmdir(folder);
    },
  };
}

/** Limits the size of files instead, which needs no privileges. */
async function smallFiles(): Promise<Narrow> {
  const folder = await mkdtemp(join(tmpdir(), 'katydid-full-'));
  return {
    folder,
    // In blocks of 512 bytes. The soft limit, which may be raised again.
    start: { wrapper: ['sh', '-c', 'ulimit -S -f 6000; exec "$@"', 'sh'] },
    makeRoom: async ({ child }) => {
      await execute('prlimit', ['--pid', String(child.pid), '--fsize=unlimited']);
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/**
 * Fills a disk of the server's own, and checks that nothing is lost, reads continue, and the server recovers by itself.
 */
export async function onFullDisk(seed: number): Promise<Report> {
  let disk: Narrow;
  try {
    disk = await smallDisk();
  } catch (error) {
    return notRun(`a small disk (tmpfs) could not be mounted, which needs root on Linux: ${String(error)}`);
  }
  return whenFull(disk, seed);
}

/** Like `onFullDisk`, but with a limit on the size of files. */
export async function onFileSizeLimit(seed: number): Promise<Report> {
  if (!(await has('prlimit'))) return notRun('it needs prlimit (Debian: apt-get install util-linux)');
  return whenFull(await smallFiles(), seed);
}

async function whenFull({ folder, start, makeRoom, remove }: Narrow, seed: number): Promise<Report> {
  const path = join(folder, 'katydid.db');
  const databaseUrl = `file:${path}`;
  let server = await startServer(databaseUrl, start);
  const ledger = new Ledger();
  const faults: Fault[] = [];
  try {
    const observer = await observe(server.url, ledger);
    const silent = await observe(server.url, ledger, 'silent');
    age(path);
    await writeUntilRefused(server, { ledger, seed, faults });
    await readsGoOn(server.url, { observer, silent, faults });
    faults.push(...(await refusesUpload(server.url, observer)));
    await makeRoom(server);
    const took = await untilWritable(server.url, ledger);
    if (took > promisedReturn) faults.push({ kind: 'slow', what: `${took} ms until writes succeeded again` });
    faults.push(...(await look(databaseUrl, server.url, { ledger, observer })));
    await server.stop('SIGKILL');
    server = await startServer(databaseUrl);
    faults.push(...(await look(databaseUrl, server.url, { ledger, observer })));
    return {
      line: `${ledger.acknowledged} writes acknowledged, ${ledger.refused} refused, writable ${Math.round(took)} ms after there was room, ${faults.length} differences`,
      faults,
    };
  } finally {
    await server.stop('SIGKILL');
    await remove();
  }
}

/** Makes every session look long unused, so that its next use should be noted. */
function age(path: string): void {
  const file = new DatabaseSync(path, { timeout: 2_000 });
  file.exec(`update sessions set last_used_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour')`);
  file.close();
}

async function writeUntilRefused(
  server: ServerProcess,
  { ledger, seed, faults }: { ledger: Ledger; seed: number; faults: Fault[] },
): Promise<void> {
  const refusals = 30;
  const giveUpAt = performance.now() + 300_000;
  const isOver = () => ledger.refused >= refusals || faults.length > 0 || performance.now() > giveUpAt;
  const writing = { random: seeded(seed), round: 1, faults, count: 3 };
  const stopWriting = startWriting({ ledger, server }, writing);
  while (!isOver()) await delay(20);
  await stopWriting();
  if (ledger.refused < refusals) throw new Error('There was room all the time, so nothing is shown');
}

async function readsGoOn(
  url: string,
  { observer, silent, faults }: { observer: string; silent: string; faults: Fault[] },
): Promise<void> {
  for (const token of [observer, silent])
    for (const path of [
      '/api/bugs',
      '/api/bugs?q=what',
      '/api/users/profile',
      '/api/bugs/stats',
      '/readyz',
    ]) {
      const answer = await send(url, { method: 'GET', path, token });
      if (answer.status !== 200)
        faults.push({
          kind: 'refused',
          what: `GET ${path} was answered ${answer.status} ${answer.message}`,
        });
    }
  const body = { email: 'silent@example.com', password };
  const signIn = await send(url, { method: 'POST', path: '/api/users/login', body });
  if (signIn.status !== 503 || signIn.message === '')
    faults.push({ kind: 'refused', what: `a sign-in was answered ${signIn.status} ${signIn.message}` });
}

async function refusesUpload(url: string, token: string): Promise<Fault[]> {
  const body = formOf({ name: 'large.log', content: 'x'.repeat(uploaded) });
  const upload = await send(url, { method: 'POST', path: '/api/files', body, token });
  const isRefused = upload.status === 503 && upload.message !== '';
  return isRefused
    ? []
    : [{ kind: 'refused', what: `an upload was answered ${upload.status} ${upload.message}` }];
}

/** Repeats a registration until it succeeds, and returns the milliseconds that this took. */
async function untilWritable(url: string, ledger: Ledger): Promise<number> {
  const begun = performance.now();
  for (let i = 1; ; i += 1) {
    const made = await observe(url, ledger, `after${i}`).then(
      () => true,
      () => false,
    );
    if (made || performance.now() - begun > 60_000) return performance.now() - begun;
    await delay(50);
  }
}
