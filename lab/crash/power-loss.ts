import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Site, sqliteSite } from './site.ts';
import { execute, has } from './tools.ts';

/** The reason why a power loss cannot be simulated here; undefined if it can. */
export async function whyNoPowerLoss(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'it needs Linux';
  return (await has('cc')) ? undefined : 'it needs a C compiler, cc (Debian: apt-get install gcc libc6-dev)';
}

interface PowerLoss {
  newSite: () => Promise<Site>;
  stop(): Promise<void>;
}

/** Prepares SQLite sites where a kill discards everything that was not synced to disk. */
export async function preparePowerLoss(): Promise<PowerLoss> {
  const work = await mkdtemp(join(tmpdir(), 'katydid-power-'));
  const library = join(work, 'power-loss.so');
  const source = join(import.meta.dirname, 'power-loss.c');
  await execute('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
  const syncedOf = (folder: string) => `${folder}-synced`;
  return {
    async newSite() {
      const site = await sqliteSite((folder) => losePower(folder, syncedOf(folder)));
      await mkdir(syncedOf(site.folder));
      // Only one folder is tracked: the files of bugs survive as in a kill.
      const filesFolder = `${site.folder}-files`;
      return {
        ...site,
        filesFolder,
        environment: {
          LD_PRELOAD: library,
          POWER_FOLDER: site.folder,
          POWER_SYNCED: syncedOf(site.folder),
          FILES_FOLDER: filesFolder,
        },
        async remove() {
          await site.remove();
          await rm(filesFolder, { recursive: true, force: true });
          await rm(syncedOf(site.folder), { recursive: true });
        },
      };
    },
    stop: () => rm(work, { recursive: true }),
  };
}

/** Restores the folder's files as they were synced; files that were never synced are lost. */
async function losePower(folder: string, synced: string): Promise<void> {
  await Promise.all((await readdir(folder)).map((name) => rm(join(folder, name))));
  const kept = (await readdir(synced)).filter((name) => !name.endsWith('.fresh'));
  await Promise.all(kept.map((name) => copyFile(join(synced, name), join(folder, name))));
}
