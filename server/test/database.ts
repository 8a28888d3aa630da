import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of a test's own. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** An empty one on the project's engine: on PostgreSQL already migrated, as a copy of a template is quicker than that. */
export function testDatabase(): Promise<TestDatabase> {
  return inject('engine') === 'postgres' ? postgresCopy() : sqliteFile();
}

async function sqliteFile(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'katydid-test-'));
  return { url: `file:${join(folder, 'katydid.db')}`, drop: () => rm(folder, { recursive: true }) };
}

async function postgresCopy(): Promise<TestDatabase> {
  const name = `katydid_test_${randomUUID().replaceAll('-', '')}`;
  const at = (database: string) => inject('postgres').replace('DATABASE', database);
  const client = new pg.Client({ connectionString: at('postgres') });
  await client.connect();
  await client.query(`create database ${name} template ${inject('template')} strategy file_copy`);
  return {
    url: at(name),
    async drop() {
      await client.query(`drop database ${name} with (force)`);
      await client.end();
    },
  };
}
