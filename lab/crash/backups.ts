import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program, filesFolderOf, startServer } from '#server/test/server-process.ts';
import type { Fault } from './ledger.ts';
import { clockAhead } from './mails.ts';
import { look } from './observer.ts';
import type { Site } from './site.ts';
import type { Stage } from './stage.ts';

/** A function per engine that creates an empty database, on which backups are restored. */
export type RestoreTo = Readonly<Record<string, () => Promise<Site>>>;

/**
 * Backs up the data that the crashes left, while its server runs, restores it on each engine, and checks that it has
 * all acknowledged writes.
 */
export async function backupFaults(stage: Stage, restoreTo: RestoreTo): Promise<Fault[]> {
  const folder = await mkdtemp(join(tmpdir(), 'katydid-crash-backup-'));
  const file = join(folder, 'crashed.katydid.gz');
  try {
    const failed = await failureOf(stage.site, 'backup', file);
    if (failed) return [failed];
    const faults: Fault[] = [];
    for (const [engine, newSite] of Object.entries(restoreTo)) {
      const found = await restored(stage, file, await newSite());
      faults.push(...found.map(({ kind, what }) => ({ kind, what: `restored on ${engine}: ${what}` })));
    }
    return faults;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function restored(stage: Stage, file: string, site: Site): Promise<Fault[]> {
  try {
    const failed = await failureOf(site, 'restore', file);
    if (failed) return [failed];
    const server = await startServer(site.databaseUrl, { planted: clockAhead(stage.ahead) });
    const faults = await look(site.databaseUrl, server.url, stage);
    await server.stop();
    return faults;
  } finally {
    await site.remove();
  }
}

/** Runs a command of `npm run katydid` on the database of the site. */
async function failureOf(
  { databaseUrl, filesFolder = filesFolderOf(databaseUrl) }: Site,
  ...args: string[]
): Promise<Fault | undefined> {
  const settings = { DATABASE_URL: databaseUrl, FILES_FOLDER: filesFolder };
  const { code, err } = await new Program(['server/cli.ts', ...args], settings).closed();
  return code === 0 ? undefined : { kind: 'damaged', what: `${args[0]} ended with ${code}: ${err}` };
}
