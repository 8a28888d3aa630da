// Writes the thumbnail of the image at its standard input to its standard output. A process of its own: a decoder that crashes,
// hangs or takes much memory ends with it, and the server stays.
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import type sharp from 'sharp';
import { notInstalled, thumbnailSize } from './thumbnail.ts';

/** The most pixels that are decoded, and the most bytes of memory that these take where the decoder has to have all of them at once. */
const most = { pixels: 50_000_000, bytes: 200_000_000 };
/** Decoders of the types that are images here. All others, like those of SVG, PDF and TIFF, stay blocked. */
const decoders = ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif'];

async function makeThumbnail(read: typeof sharp): Promise<void> {
  read.concurrency(1);
  read.cache(false);
  read.block({ operation: ['VipsForeignLoad'] });
  read.unblock({ operation: decoders.map((name) => `VipsForeignLoad${name}Buffer`) });
  const image = await buffer(process.stdin);
  // By default, sharp reads the first frame of an animation, and leaves out notes like the place where a photo was taken.
  const decoded = read(image, { limitInputPixels: most.pixels, failOn: 'error', autoOrient: true });
  if (bytesOf(await decoded.metadata()) > most.bytes) throw new Error('The image has too many bytes');
  const thumbnail = await decoded
    .resize({ ...thumbnailSize, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
  process.stdout.write(thumbnail);
}

/** The memory that the pixels take, as an interlaced image is decoded as a whole: by its header. */
function bytesOf({ width, height, channels, depth, format, isProgressive }: sharp.Metadata): number {
  // The coefficients of a progressive JPEG have two bytes each.
  const isSmall = depth === 'uchar' && !(format === 'jpeg' && isProgressive);
  return width * height * channels * (isSmall ? 1 : 2);
}

// Requests come first.
setPriority(constants.priority.PRIORITY_LOW);
const loaded = await import('sharp').catch(() => undefined);
if (loaded) await makeThumbnail(loaded.default);
else process.exitCode = notInstalled;
