import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '#lab/postgres.ts';
import { filesFolderOf } from '#server/test/server-process.ts';
import type { CrashablePostgres } from '#server/test/postgres/crashable-postgres.ts';

/** A database that a server is killed on. */
export interface Site {
  readonly databaseUrl: string;
  /** The folder for its files, if that is not the one that its database has by default. */
  readonly filesFolder?: string;
  /** The environment of its servers. */
  readonly environment?: Record<string, string>;
  /** Ends the database itself as a crash would, and starts it again. Only if the database is a process of its own. */
  crash?: () => Promise<void>;
  /**
   * Runs between the server's end and its restart. The returned function waits until all work of that server has ended.
   */
  afterKill(): Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

/**
 * Creates a SQLite file in a folder of its own. `afterKill` may do to its files what a crash does, but a kill does not.
 */
export async function sqliteSite(
  afterKill?: (folder: string) => Promise<void>,
): Promise<Site & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'katydid-crash-'));
  return {
    folder,
    databaseUrl: `file:${join(folder, 'katydid.db')}`,
    async afterKill() {
      await afterKill?.(folder);
      return async () => {};
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Creates a database of its own on a PostgreSQL server that tests can crash. */
export async function postgresSite(server: CrashablePostgres): Promise<Site> {
  const name = `crash_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(server.url());
  await query(url.href, `create database ${name}`);
  const own = new URL(server.url());
  own.pathname = name;
  return {
    databaseUrl: own.href,
    crash: () => server.crash(),
    async afterKill() {
      const left = await query(url.href, `select pid from pg_stat_activity where datname = '${name}'`);
      // A commit that was in progress when its client died still completes, a little later.
      return async () => {
        const pids = left.map(({ pid }) => String(pid)).join() || '0';
        const working = `select pid from pg_stat_activity where datname = '${name}' and pid in (${pids})`;
        while ((await query(url.href, working)).length > 0) await delay(10);
      };
    },
    remove: async () => {
      await query(url.href, `drop database ${name} with (force)`);
      await rm(filesFolderOf(own.href), { recursive: true, force: true });
    },
  };
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  return withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
}
