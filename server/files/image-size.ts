/** The size of an image as browsers show it, in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The size in the header of a PNG file. */
export function pngSize(head: Buffer): ImageSize | undefined {
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

export function gifSize(head: Buffer): ImageSize | undefined {
  if (head.length < 10) return undefined;
  return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
}

/** The size in the first chunk of a WebP file: https://developers.google.com/speed/webp/docs/riff_container. */
export function webpSize(head: Buffer): ImageSize | undefined {
  if (head.length < 30) return undefined;
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}

const avifFolders = new Set(['iprp', 'ipco']);
/** The depth of the search for sizes: meta, iprp, ipco, ispe. */
const avifDepth = 4;

/**
 * The largest size among the properties of an AVIF file's items. For an image in tiles, this is the size of the whole.
 */
export function avifSize(head: Buffer): ImageSize | undefined {
  let largest: ImageSize | undefined;
  const visit = (from: number, to: number, depth: number): void => {
    if (depth > avifDepth) return;
    for (let at = from; at + 8 <= to;) {
      const size = head.readUInt32BE(at);
      const type = head.toString('latin1', at + 4, at + 8);
      const end = Math.min(size === 0 ? to : at + size, to);
      if (end < at + 8) return;
      if (type === 'meta') visit(at + 12, end, depth + 1);
      else if (avifFolders.has(type)) visit(at + 8, end, depth + 1);
      else if (type === 'ispe' && end >= at + 20) {
        const found = { width: head.readUInt32BE(at + 12), height: head.readUInt32BE(at + 16) };
        if (!largest || found.width * found.height > largest.width * largest.height) largest = found;
      }
      at = end;
    }
  };
  visit(0, head.length, 1);
  return largest;
}

/** The segment with Exif metadata. */
const exif = 0xe1;
const notFrames = new Set([0xc4, 0xc8, 0xcc]);

/** Whether a segment contains the image size. */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && !notFrames.has(kind);
}

/** The lowest Exif orientation in which width and height are swapped. */
const turned = 5;

/** Finds the size of a JPEG in its segments as they arrive; any amount of metadata may come first. */
export class JpegReader {
  #pending = Buffer.alloc(0);
  #skip = 2;
  #isTurned = false;
  #isDone = false;
  size: ImageSize | undefined;

  add(chunk: Uint8Array): void {
    if (this.#isDone) return;
    if (this.#skip >= chunk.length && this.#pending.length === 0) {
      this.#skip -= chunk.length;
      return;
    }
    this.#pending = Buffer.concat([this.#pending, chunk]);
    while (!this.#isDone && this.#next());
    if (this.#isDone) this.#pending = Buffer.alloc(0);
  }

  /** Reads one segment; false if it is not complete yet. */
  #next(): boolean {
    const skipped = Math.min(this.#skip, this.#pending.length);
    this.#skip -= skipped;
    this.#pending = this.#pending.subarray(skipped);
    const data = this.#pending;
    if (data.length < 4) return false;
    const [mark, kind = 0] = data;
    // A marker may be padded with repetitions of its first byte.
    if (mark === 0xff && kind === 0xff) return this.#pass(fillOf(data));
    const length = data.readUInt16BE(2);
    // Pixel data begins, or this is not a JPEG.
    if (mark !== 0xff || kind === 0xda || kind === 0xd9 || length < 2) return this.#end();
    const isRead = isFrame(kind) || kind === exif;
    if (isRead && data.length < length + 2) return false;
    if (isRead && this.#read(kind, data.subarray(4, length + 2))) return this.#end();
    return this.#pass(length + 2);
  }

  /** Reads a segment; true if nothing more is needed. */
  #read(kind: number, segment: Buffer): boolean {
    if (kind === exif) this.#isTurned ||= orientationOf(segment) >= turned;
    if (kind === exif || segment.length < 5) return false;
    const [height, width] = [segment.readUInt16BE(1), segment.readUInt16BE(3)];
    this.size = this.#isTurned ? { width: height, height: width } : { width, height };
    return true;
  }

  #pass(bytes: number): boolean {
    this.#skip = bytes;
    return true;
  }

  #end(): boolean {
    this.#isDone = true;
    return true;
  }
}

/** How many leading bytes are padding, which means that another first byte of a marker follows each. */
function fillOf(data: Buffer): number {
  let fill = 1;
  while (data[fill + 1] === 0xff) fill += 1;
  return fill;
}

/** The orientation in a segment with Exif data, from 1 to 8; 1 without one. */
function orientationOf(segment: Buffer): number {
  const usual = 1;
  const tiff = segment.subarray(6);
  if (segment.toString('latin1', 0, 4) !== 'Exif' || tiff.length < 8) return usual;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return usual;
  const count = short(directory);
  for (let i = 0, at = directory + 2; i < count && at + 12 <= tiff.length; i += 1, at += 12) {
    if (short(at) === 0x0112) return short(at + 8);
  }
  return usual;
}
