import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/engine/migrate.ts';
import { openDatabase } from '#server/engine/open.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The engine that the project's tests run on. */
    engine: 'sqlite' | 'postgres';
    /** The address of a PostgreSQL server, with `DATABASE` in place of a database's name. */
    postgres: string;
    /** A migrated database on it, to be copied. */
    template: string;
  }
}

/**
 * Prepares the tests on PostgreSQL: starts a server for them, or uses the one that TEST_DATABASE_URL names, and creates
 * a migrated database on it, which tests copy.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const own = given === undefined || given === '' ? await startPostgres() : undefined;
  const address = new URL(own?.url('postgres') ?? given ?? '');
  const administration = address.href;
  const template = `katydid_template_${process.pid}`;
  address.pathname = '/DATABASE';
  await execute(administration, `create database ${template}`);
  const store = await openDatabase(address.href.replace('DATABASE', template), { exclusive: false });
  await migrate(store);
  await store.close();
  project.provide('postgres', address.href);
  project.provide('template', template);
  return async () => {
    await execute(administration, `drop database ${template}`);
    await own?.stop();
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
