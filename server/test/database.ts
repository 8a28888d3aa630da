import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { atEnd } from './at-end.ts';

export type EngineName = 'sqlite' | 'postgres';

/**
 * The address of a database of a test's own, until the test file ends. It is empty: on SQLite there is no file yet, and
 * on PostgreSQL it is already migrated, as a copy of a template is quicker than that.
 */
export async function testDatabase(engine: EngineName = inject('engine')): Promise<string> {
  return engine === 'postgres' ? postgresDatabase(inject('template')) : sqliteFile();
}

/** The same without any table in it. */
export async function bareDatabase(engine: EngineName): Promise<string> {
  return engine === 'postgres' ? postgresDatabase('template1') : sqliteFile();
}

async function sqliteFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'katydid-test-'));
  atEnd(() => rm(folder, { recursive: true }));
  return `file:${join(folder, 'katydid.db')}`;
}

async function postgresDatabase(template: string): Promise<string> {
  const name = `katydid_test_${randomUUID().replaceAll('-', '')}`;
  const at = (database: string) => inject('postgres').replace('DATABASE', database);
  const client = new pg.Client({ connectionString: at('postgres') });
  await client.connect();
  await client.query(`create database ${name} template ${template} strategy file_copy`);
  atEnd(async () => {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  });
  return at(name);
}
