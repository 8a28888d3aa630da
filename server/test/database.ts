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
 * The address of a database of a test's own, until the test file ends. It is migrated and has no data: a copy of a template
 * is quicker than migrating it.
 */
export async function testDatabase(engine: EngineName = inject('engine')): Promise<string> {
  if (engine === 'postgres') return postgresDatabase(inject('template'));
  const url = await sqliteFile();
  await copyTemplate(url.slice('file:'.length));
  return url;
}

/** The address of one without any table in it; on SQLite there is no file yet. */
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
