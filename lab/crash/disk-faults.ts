import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { seeded } from '#server/seed/seeded-random.ts';
import { withClient } from '#lab/postgres.ts';
import { type ServerProcess, startServer } from '#server/test/server-process.ts';
import { type Fault, Ledger } from './ledger.ts';
import { look, observe } from './observer.ts';
import { type Site, sqliteSite } from './site.ts';
import { startWriting } from './stage.ts';
import { type Report, execute, has, notRun } from './tools.ts';

const writers = 4;
/** Error codes in `errno.h`, the same on all Unix systems. */
const errors = { EIO: 5, ENOSPC: 28 };
/** The system calls that fail once in a hundred times: SQLite writes with pwrite, and syncs with fsync. */
const faulty = {
  'posix/io/sync/fsync': [errors.EIO],
  'posix/io/sync/fdatasync': [errors.EIO],
  'posix/io/rw/pwrite': [errors.EIO, errors.ENOSPC],
  'posix/io/rw/ftruncate': [errors.EIO],
};

/**
 * Makes one in a hundred of SQLite's writes and syncs fail for `seconds`, and checks that exactly the acknowledged
 * writes are stored.
 */
export async function withDiskFaults(seed: number, seconds: number): Promise<Report> {
  if (!(await has('fiu-run'))) return notRun('it needs fiu-run (Debian: apt-get install fiu-utils)');
  const site = await sqliteSite();
  const fifo = join(site.folder, 'fiu');
  const server = await startServer(site.databaseUrl, { wrapper: ['fiu-run', '-x', '-f', fifo] });
  const control = (...commands: string[]) =>
    execute('fiu-ctrl', [
      '-f',
      fifo,
      ...commands.flatMap((command) => ['-c', command]),
      String(server.child.pid),
    ]);
  return writtenMeanwhile(site, server, seed, {
    async fail() {
      for (let i = 0; i < seconds; i += 1) {
        // One error at a time for each call, a different one every second.
        await control(
          ...Object.entries(faulty).map(
            ([name, list]) => `enable_random name=${name},probability=0.01,failinfo=${list[i % list.length]}`,
          ),
        );
        await delay(1_000);
      }
    },
    async mend() {
      await control(...Object.keys(faulty).map((name) => `disable name=${name}`));
    },
  });
}

/**
 * Does the same on PostgreSQL with the errors of a failing disk: one row in a hundred is refused when it is written,
 * and one at the commit.
 */
export async function withRefusedRows(site: Site, seed: number, seconds: number): Promise<Report> {
  const server = await startServer(site.databaseUrl);
  const query = (sql: string) => withClient(site.databaseUrl, (client) => client.query(sql));
  return writtenMeanwhile(site, server, seed, {
    async fail() {
      await query(refuseRows);
      await delay(seconds * 1_000);
    },
    async mend() {
      await query('drop function refuse_row cascade');
    },
  });
}

/** The codes are those of a disk error and of a full disk. */
const refuseRows = `
  create function refuse_row() returns trigger language plpgsql as $$ begin
    if random() < 0.01 then
      raise exception 'A write failed' using errcode = (array['58030', '53100'])[1 + floor(random() * 2)];
    end if;
    return coalesce(new, old);
  end $$;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('create trigger refuses before insert or update or delete on %I
        for each row execute function refuse_row()', name);
      execute format('create constraint trigger refuses_commit after insert or update or delete on %I
        deferrable initially deferred for each row execute function refuse_row()', name);
    end loop;
  end $$`;

/**
 * Lets clients write while writes fail, and checks before and after a restart that exactly the acknowledged writes are
 * stored.
 */
async function writtenMeanwhile(
  site: Site,
  server: ServerProcess,
  seed: number,
  disk: { fail: () => Promise<void>; mend: () => Promise<void> },
): Promise<Report> {
  const ledger = new Ledger();
  const observer = await observe(server.url, ledger);
  const faults: Fault[] = [];
  const stopWriting = startWriting(
    { ledger, server },
    { random: seeded(seed), round: 1, faults, count: writers },
  );
  await disk.fail();
  await stopWriting();
  await disk.mend();
  if (!server.runs) faults.push({ kind: 'damaged', what: `the server died: ${server.err}` });
  else faults.push(...(await look(site.databaseUrl, server.url, { ledger, observer })));
  await server.stop();
  const again = await startServer(site.databaseUrl);
  faults.push(...(await look(site.databaseUrl, again.url, { ledger, observer })));
  await again.stop();
  await site.remove();
  return {
    line: `${ledger.acknowledged} writes acknowledged and ${ledger.refused} refused with 503, before and after a restart ${faults.length} differences`,
    faults,
  };
}
