import { randomUUID } from 'node:crypto';
import { withClient } from '#lab/postgres.ts';
import { startPostgres } from '#server/test/postgres/postgres-server.ts';
import { parentOf } from './machine.ts';

/** A PostgreSQL server of the benchmark's own, durable as it is by default. */
export interface BenchPostgres {
  port: number;
  /** The first of its processes, the parent of all others. */
  pid: number;
  /** Makes a database and returns its address. */
  create(): Promise<string>;
  /**
   * Does at once what autovacuum does within minutes: updates statistics, and merges pending rows into search indices.
   */
  vacuum(databaseUrl: string): Promise<void>;
  /** Changes a setting of the whole server. */
  set(name: string, value: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startBenchPostgres(): Promise<BenchPostgres> {
  const server = await startPostgres({ durable: true });
  const main = server.url('postgres');
  const pid = await withClient(main, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return parentOf(rows[0]?.pid ?? 0);
  });
  return {
    port: Number(new URL(main).port),
    pid,
    async create() {
      const name = `bench_${randomUUID().slice(0, 8)}`;
      await withClient(main, (client) => client.query(`create database ${name}`));
      return server.url(name);
    },
    async vacuum(databaseUrl) {
      await withClient(databaseUrl, (client) => client.query('vacuum analyze'));
    },
    async set(name, value) {
      await withClient(main, async (client) => {
        await client.query(`alter system set ${name} = ${value}`);
        await client.query('select pg_reload_conf()');
      });
    },
    stop: server.stop,
  };
}
