import { type JobContext, inBatches, recurring } from '#server/jobs/job.ts';
import { isOtherFolder } from './folder.ts';
import { deleteLooseFiles, noteOrphans, usedContents } from './queries.ts';

const hour = 60 * 60_000;
/**
 * The retention of an unattached file, and of a content without rows, in milliseconds. Within it, an edit can be undone,
 * and a backup in progress finds the contents of its snapshot.
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
    // In the folder of another database, all contents would seem to be unused.
    if (!(await isOtherFolder(db, files))) await removeUnused({ db, files }, before, signal);
    await files.removeLeftovers(before);
  },
});

async function removeUnused(
  { db, files }: Pick<JobContext, 'db' | 'files'>,
  before: number,
  signal: AbortSignal,
): Promise<void> {
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
