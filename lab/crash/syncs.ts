import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type StartOptions, startServer } from '#server/test/server-process.ts';
import { send } from '#lab/client.ts';
import { Ledger } from './ledger.ts';
import { observe } from './observer.ts';
import type { Site } from './site.ts';
import { type Report, has, notRun } from './tools.ts';

const commits = 200;
const flags = ['-f', '-qq', '-e', 'trace=fsync,fdatasync'];

/**
 * Files bugs one after another, and checks after each answer whether anything was synced to disk since the previous
 * one. Watches the server, or the process `database` with all of its child processes.
 */
export async function countSyncs(site: Site, database?: number): Promise<Report> {
  if (!(await has('strace'))) return notRun('it needs strace (Debian: apt-get install strace)');
  const folder = await mkdtemp(join(tmpdir(), 'katydid-strace-'));
  const log = join(folder, 'log');
  // With -D, strace detaches, so that the started process is the server itself.
  const start: StartOptions =
    database === undefined ? { wrapper: ['strace', '-D', ...flags, '-o', log] } : {};
  let watcher: ChildProcess | undefined;
  try {
    watcher = database === undefined ? undefined : await watch(database, log);
    const server = await startServer(site.databaseUrl, start);
    const faults = await fileOneByOne(server.url, log);
    await server.stop();
    return {
      line: `${commits} commits one after another, ${commits - faults.length} of them with a sync of their own before the answer; ${await synced(log)} syncs in all`,
      faults,
    };
  } catch (error) {
    return notRun(String(error));
  } finally {
    if (watcher?.exitCode === null) {
      watcher.kill();
      await once(watcher, 'exit');
    }
    await site.remove();
    await rm(folder, { recursive: true });
  }
}

async function fileOneByOne(url: string, log: string): Promise<Report['faults']> {
  const token = await observe(url, new Ledger());
  const faults: Report['faults'] = [];
  for (let i = 1; i <= commits; i += 1) {
    const before = await synced(log);
    const body = { title: `Bug ${i}`, description: 'One of many', status: 'open', priority: 'low' };
    const answer = await send(url, { method: 'POST', path: '/api/bugs', body, token });
    if (answer.status !== 201) throw new Error(`Filing a bug was answered ${answer.status}`);
    if ((await synced(log)) <= before)
      faults.push({ kind: 'lost', what: `bug ${i} was answered before a sync` });
  }
  return faults;
}

/** Attaches to a running process. */
async function watch(pid: number, log: string): Promise<ChildProcess> {
  const watcher = spawn('strace', [...flags, '-p', String(pid), '-o', log], { stdio: 'ignore' });
  for (;;) {
    if (watcher.exitCode !== null)
      throw new Error(
        'strace may not attach to PostgreSQL: run this as root, or set kernel.yama.ptrace_scope=0',
      );
    const tracer = /^TracerPid:\s*(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (tracer === String(watcher.pid)) return watcher;
    await delay(10);
  }
}

/** The number of syncs that have succeeded so far. A traced call continues only after its line is written. */
async function synced(log: string): Promise<number> {
  return (await readFile(log, 'utf8')).split('\n').filter((line) => line.endsWith('= 0')).length;
}
