import { isUtf8 } from 'node:buffer';
import { type ImageSize, JpegReader, avifSize, gifSize, pngSize, webpSize } from './image-size.ts';

/** The properties of a file, derived from its content. */
interface Inspected {
  readonly type: string;
  /** Only for images. */
  readonly size: ImageSize | undefined;
}

const download: Inspected = { type: 'application/octet-stream', size: undefined };

/** The number of bytes at a file's beginning that are inspected. */
const headLength = 64 * 1024;

const sizes: Readonly<Record<string, (head: Buffer) => ImageSize | undefined>> = {
  'image/png': pngSize,
  'image/gif': gifSize,
  'image/webp': webpSize,
  'image/avif': avifSize,
};

/** Detects the type of a file while it is read, from its content alone. */
export class Inspector {
  readonly #head: Buffer[] = [];
  #headSize = 0;
  #kind: string | undefined;
  #jpeg: JpegReader | undefined;
  #isText = true;
  /** The end of the last chunk, if that cuts off a multi-byte character. */
  #rest: Uint8Array = new Uint8Array();

  add(chunk: Uint8Array): void {
    if (this.#isText) this.#checkText(chunk);
    if (this.#headSize < headLength) {
      const part = Buffer.from(chunk.subarray(0, headLength - this.#headSize));
      this.#head.push(part);
      this.#headSize += part.length;
    }
    if (this.#kind === undefined && this.#headSize >= 12) {
      this.#kind = kindOf(Buffer.concat(this.#head));
      if (this.#kind === 'image/jpeg') {
        this.#jpeg = new JpegReader();
        // The head so far, ending with this chunk.
        for (const part of this.#head.slice(0, -1)) this.#jpeg.add(part);
      }
    }
    this.#jpeg?.add(chunk);
  }

  /** The result for the whole file. An image without a readable size does not count as an image. */
  get result(): Inspected {
    const head = Buffer.concat(this.#head);
    const kind = this.#kind ?? kindOf(head);
    if (kind.startsWith('image/')) {
      const size = this.#jpeg ? this.#jpeg.size : sizes[kind]?.(head);
      return size && size.width > 0 && size.height > 0 ? { type: kind, size } : download;
    }
    if (kind !== '') return { type: kind, size: undefined };
    return this.#isText && this.#rest.length === 0 ? { type: 'text/plain', size: undefined } : download;
  }

  #checkText(chunk: Uint8Array): void {
    const text = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const whole = text.length - cutOff(text);
    this.#rest = Uint8Array.from(text.subarray(whole));
    this.#isText = !text.includes(0) && isUtf8(text.subarray(0, whole));
  }
}

/** How many trailing bytes begin an incomplete character. */
function cutOff(text: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, text.length); back += 1) {
    const byte = text[text.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}

/** The type by the first bytes; empty if they match no known one. */
function kindOf(head: Buffer): string {
  const starts = (text: string, at = 0) => head.toString('latin1', at, at + text.length) === text;
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (starts('\xff\xd8\xff')) return 'image/jpeg';
  if (starts('GIF87a') || starts('GIF89a')) return 'image/gif';
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp';
  if (starts('ftypavif', 4) || starts('ftypavis', 4)) return 'image/avif';
  if (starts('%PDF-')) return 'application/pdf';
  return '';
}
