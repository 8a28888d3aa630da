import type { Db } from '#server/engine/schema.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { inBatches, recurring } from '#server/jobs/job.ts';
import { isOtherFolder } from './folder.ts';
import { deleteLooseFiles, noteOrphans, usedContents } from './queries.ts';

const hour = 60 * 60_000;
/**
 * The retention of an unattached file, and of a content without rows: meanwhile an edit can be undone, and a backup in
 * progress finds the contents of its snapshot. Milliseconds.
 */
const grace = 72 * hour;

/** How many contents are looked up at once. */
const batch = 500;

/** Deletes unattached files past their retention, and contents without files. */
export const cleanUp = recurring({
  kind: 'clean up files',
  every: () => hour,
  async run({ db, write, files, now }, { signal }) {
    const before = now().getTime() - grace;
    await write((tx) => noteOrphans(tx, now().toISOString()));
    await inBatches(() => write((tx) => deleteLooseFiles(tx, new Date(before).toISOString())), signal);
    // The folder belongs to another database; this one has no row for any of its files.
    if (!(await isOtherFolder(db, files))) await removeUnused({ db, files, before, signal });
    await files.removeLeftovers(before);
  },
});

async function removeUnused({
  db,
  files,
  before,
  signal,
}: {
  db: Db;
  files: FileStore;
  before: number;
  signal: AbortSignal;
}): Promise<void> {
  let old: string[] = [];
  const removeSome = async () => {
    signal.throwIfAborted();
    const used = await usedContents(db, old);
    for (const sha256 of old) if (!used.has(sha256)) await files.remove(sha256, before);
    old = [];
  };
  for await (const { sha256, modified } of files.list()) {
    // A recently written content may belong to an upload whose row is not committed yet.
    if (modified < before) old.push(sha256);
    if (old.length >= batch) await removeSome();
  }
  await removeSome();
}
