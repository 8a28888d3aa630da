import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { seeded } from '#server/seed/seeded-random.ts';
import { startServer } from '#server/test/server-process.ts';
import { type Fault, Ledger } from './ledger.ts';
import { look, observe } from './observer.ts';
import { sqliteSite } from './site.ts';
import { startWriting } from './stage.ts';
import { type Report, execute, has, notRun } from './tools.ts';

const writers = 4;
/** Errors in `errno.h`, of all Unixes. */
const errors = { EIO: 5, ENOSPC: 28 };
/** The system calls that fail once in a hundred times: SQLite writes with pwrite, and syncs with fsync. */
const faulty = {
  'posix/io/sync/fsync': [errors.EIO],
  'posix/io/sync/fdatasync': [errors.EIO],
  'posix/io/rw/pwrite': [errors.EIO, errors.ENOSPC],
  'posix/io/rw/ftruncate': [errors.EIO],
};

/** Lets one in a hundred of SQLite's writes and syncs fail, for `seconds`; exactly the acknowledged writes are stored. */
export async function withDiskFaults(seed: number, seconds: number): Promise<Report> {
  if (!(await has('fiu-run'))) return notRun('it needs fiu-run (Debian: apt-get install fiu-utils)');
  const site = await sqliteSite();
  const fifo = join(site.folder, 'fiu');
  const server = await startServer(site.databaseUrl, { wrapper: ['fiu-run', '-x', '-f', fifo] });
  const ledger = new Ledger();
  const observer = await observe(server.url, ledger);
  const control = (...commands: string[]) =>
    execute('fiu-ctrl', [
      '-f',
      fifo,
      ...commands.flatMap((command) => ['-c', command]),
      String(server.child.pid),
    ]);
  const faults: Fault[] = [];
  const stopWriting = startWriting(
    { ledger, server },
    { random: seeded(seed), round: 1, faults, count: writers },
  );
  for (let i = 0; i < seconds; i += 1) {
    // One error at a time for each call, a different one every second.
    await control(
      ...Object.entries(faulty).map(
        ([name, list]) => `enable_random name=${name},probability=0.01,failinfo=${list[i % list.length]}`,
      ),
    );
    await delay(1_000);
  }
  await stopWriting();
  await control(...Object.keys(faulty).map((name) => `disable name=${name}`));
  if (!server.runs) faults.push({ kind: 'damaged', what: `the server died: ${server.err}` });
  else faults.push(...(await look(site.databaseUrl, server.url, { ledger, observer })));
  await server.stop();
  const again = await startServer(site.databaseUrl);
  faults.push(...(await look(site.databaseUrl, again.url, { ledger, observer })));
  await again.stop();
  await site.remove();
  return {
    line: `${ledger.acknowledged} writes acknowledged and ${ledger.refused} refused with 503 in ${seconds} s, before and after a restart ${faults.length} differences`,
    faults,
  };
}
