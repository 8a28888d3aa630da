import { z } from 'zod';
import type { FileRef } from '#contract/conversation/files.ts';
import type { Tx } from '#server/engine/schema.ts';
import { hasSharp, makeThumbnail, needsThumbnail } from '#server/files/thumbnail.ts';
import type { Job } from '#server/jobs/job.ts';
import { enqueue } from '#server/jobs/queue.ts';

const kind = 'make thumbnail';
const content = z.strictObject({ sha256: z.string(), size: z.int() });

/** Makes the thumbnail of a content; if that fails, the image itself is shown. */
export const thumbnailJob: Job<z.infer<typeof content>> = {
  kind,
  payload: content,
  // One at a time: each needs a processor, and memory for all pixels.
  target: () => kind,
  async run({ files, log }, { sha256, size }, { signal }) {
    const known = await files.readThumbnail(sha256);
    known?.stream.destroy();
    const image = known ? undefined : await files.read(sha256);
    if (!image) return;
    const thumbnail = await makeThumbnail(image, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      log.warn({ err: error, sha256 }, 'could not make a thumbnail');
    });
    if (thumbnail && thumbnail.length < size) await files.writeThumbnail(sha256, thumbnail);
  },
};

/** Enqueues the job for the thumbnail of an uploaded image, unless the image is small. */
export async function requestThumbnail(tx: Tx, file: Omit<FileRef, 'url'>, now: Date): Promise<void> {
  const { sha256, size } = file;
  if (hasSharp && needsThumbnail(file))
    await enqueue(tx, thumbnailJob, { sha256, size }, { now, key: `${kind} ${sha256}` });
}
