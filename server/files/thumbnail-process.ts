// Writes the thumbnail of the image at its standard input to its standard output. A process of its own: a decoder that crashes,
// hangs or takes much memory ends with it, and the server stays.
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import type sharp from 'sharp';
import { notInstalled, thumbnailSize } from './thumbnail.ts';

/** The most pixels that are decoded: with 4 bytes each, 200 MB. */
const maxPixels = 50_000_000;
/** Decoders of the types that are images here. All others, like those of SVG, PDF and TIFF, stay blocked. */
const decoders = ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif'];

async function makeThumbnail(read: typeof sharp): Promise<void> {
  read.concurrency(1);
  read.cache(false);
  read.block({ operation: ['VipsForeignLoad'] });
  read.unblock({ operation: decoders.map((name) => `VipsForeignLoad${name}Buffer`) });
  const image = await buffer(process.stdin);
  // By default, sharp reads the first frame of an animation, and leaves out notes like the place where a photo was taken.
  const thumbnail = await read(image, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })
    .resize({ ...thumbnailSize, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
  process.stdout.write(thumbnail);
}

// Requests come first.
setPriority(constants.priority.PRIORITY_LOW);
const loaded = await import('sharp').catch(() => undefined);
if (loaded) await makeThumbnail(loaded.default);
else process.exitCode = notInstalled;
