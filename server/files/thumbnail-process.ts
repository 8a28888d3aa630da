// Writes a thumbnail of the image on standard input to standard output. A separate process, so that a decoder that
// crashes, hangs or uses much memory does not harm the server.
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import type sharp from 'sharp';
import { notInstalled, thumbnailSize } from './thumbnail.ts';

/** The maximum number of decoded pixels, and of the bytes that they occupy if the decoder needs all of them at once. */
const most = { pixels: 50_000_000, bytes: 200_000_000 };
/** Decoders of the supported image types. All others, such as SVG, PDF and TIFF, stay blocked. */
const decoders = ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif'];

async function makeThumbnail(read: typeof sharp): Promise<void> {
  read.concurrency(1);
  read.cache(false);
  read.block({ operation: ['VipsForeignLoad'] });
  read.unblock({ operation: decoders.map((name) => `VipsForeignLoad${name}Buffer`) });
  const image = await buffer(process.stdin);
  // By default, sharp reads the first frame of an animation, and drops metadata such as the location of a photo.
  const decoded = read(image, { limitInputPixels: most.pixels, failOn: 'error', autoOrient: true });
  if (bytesOf(await decoded.metadata()) > most.bytes) throw new Error('The image has too many bytes');
  const thumbnail = await decoded
    .resize({ ...thumbnailSize, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
  process.stdout.write(thumbnail);
}

/** The memory for the pixels, calculated from the header, because interlaced images are decoded as a whole. */
function bytesOf({ width, height, channels, depth, format, isProgressive }: sharp.Metadata): number {
  // The coefficients of a progressive JPEG have two bytes each.
  const isSmall = depth === 'uchar' && !(format === 'jpeg' && isProgressive);
  return width * height * channels * (isSmall ? 1 : 2);
}

// Requests have priority.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const loaded = await import('sharp').catch(() => undefined);
if (loaded) await makeThumbnail(loaded.default);
else process.exitCode = notInstalled;
