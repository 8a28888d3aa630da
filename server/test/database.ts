import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { atEnd } from './at-end.ts';
import { copyTemplate } from './sqlite-template.ts';

export type EngineName = 'sqlite' | 'postgres';

/**
 * Creates a database for a test, until the test file ends, and returns its address. It is migrated and has no data:
 * copying a template is quicker than migrating.
 */
export async function testDatabase(engine: EngineName = inject('engine')): Promise<string> {
  if (engine === 'postgres') return postgresDatabase(inject('template'));
  const url = await sqliteFile();
  await copyTemplate(url.slice('file:'.length));
  return url;
}

/** Creates a database without tables, and returns its address; on SQLite there is no file yet. */
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
