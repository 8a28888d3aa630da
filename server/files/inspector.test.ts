import { expect, onTestFinished, test, vi } from 'vitest';
import { png } from '#server/test/uploads.ts';
import { Inspector } from './inspector.ts';

/** Inspects a file in chunks of this many bytes. */
function inspect(content: Uint8Array, chunk = content.length || 1) {
  const inspector = new Inspector();
  for (let at = 0; at < content.length; at += chunk) inspector.add(content.subarray(at, at + chunk));
  const { type, size } = inspector.result;
  return [type, size?.width, size?.height];
}

const ascii = (text: string) => Buffer.from(text, 'latin1');
const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);

const segment = (kind: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, kind]), u16(data.length + 2), data]);

/** A JPEG of 300 × 200 pixels, with notes before its frame. */
const jpeg = (...notes: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...notes,
    segment(0xc2, Buffer.concat([Buffer.from([8]), u16(200), u16(300), Buffer.alloc(10)])),
    segment(0xda, Buffer.alloc(6)),
    Buffer.alloc(1_000, 0xab),
  ]);

function exif(orientation: number): Buffer {
  const entry = Buffer.concat([u16(0x0112), u16(3), u32(1), u16(orientation), u16(0)]);
  return segment(0xe1, Buffer.concat([ascii('Exif\0\0MM\0*'), u32(8), u16(1), entry, u32(0)]));
}

function webp(kind: string, data: Buffer): Buffer {
  return Buffer.concat([
    ascii('RIFF'),
    Buffer.alloc(4),
    ascii('WEBP'),
    ascii(kind),
    Buffer.alloc(4),
    data,
    Buffer.alloc(20),
  ]);
}

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const data = Buffer.concat(parts);
  return Buffer.concat([u32(data.length + 8), ascii(type), data]);
};
const ispe = (width: number, height: number) => box('ispe', u32(0), u32(width), u32(height));
/** An AVIF whose boxes hold each other. */
function nestedAvif(depth: number): Buffer {
  let inner = Buffer.alloc(0);
  for (let i = 0; i < depth; i += 1) inner = Buffer.from(box('iprp', inner));
  return Buffer.concat([box('ftyp', ascii('avif'), u32(0)), inner]);
}

const avif = Buffer.concat([
  box('ftyp', ascii('avif'), u32(0)),
  box(
    'meta',
    u32(0),
    box('hdlr', Buffer.alloc(20)),
    box('iprp', box('ipco', ispe(64, 64), ispe(300, 200), ispe(64, 64))),
  ),
]);

test.each([
  ['PNG', png(300, 200), 'image/png'],
  ['GIF', Buffer.concat([ascii('GIF89a'), Buffer.from([44, 1, 200, 0, 0, 0])]), 'image/gif'],
  ['JPEG', jpeg(), 'image/jpeg'],
  [
    'JPEG with long notes',
    jpeg(...Array.from({ length: 20 }, () => segment(0xe2, Buffer.alloc(65_000)))),
    'image/jpeg',
  ],
  ['JPEG that stands upright', jpeg(exif(1)), 'image/jpeg'],
  ['WebP, extended', webp('VP8X', Buffer.from([0, 0, 0, 0, 43, 1, 0, 199, 0, 0])), 'image/webp'],
  ['WebP, lossless', webp('VP8L', Buffer.from([0x2f, 0x2b, 0xc1, 0x31, 0])), 'image/webp'],
  ['WebP, lossy', webp('VP8 ', Buffer.from([0, 0, 0, 0x9d, 1, 0x2a, 44, 1, 200, 0])), 'image/webp'],
  ['AVIF', avif, 'image/avif'],
])('the size of %s is found, in chunks of any size', (_, content, type) => {
  for (const chunk of [content.length, 7, 1_000]) expect(inspect(content, chunk)).toEqual([type, 300, 200]);
});

test('the fill bytes of a JPEG marker are skipped in few steps', () => {
  const filled = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    Buffer.alloc(1_000_000, 0xff),
    jpeg().subarray(2),
  ]);
  const subarray = vi.spyOn(Buffer.prototype, 'subarray');
  onTestFinished(() => subarray.mockRestore());
  expect(inspect(filled, 65_536)).toEqual(['image/jpeg', 300, 200]);
  expect(subarray.mock.calls.length).toBeLessThan(1_000);
  expect(inspect(filled.subarray(999_000), 7)).toEqual(inspect(filled.subarray(999_000)));
});

test('a JPEG that is turned has the size in which it is shown', () => {
  for (const orientation of [5, 6, 7, 8])
    expect(inspect(jpeg(exif(orientation)), 10)).toEqual(['image/jpeg', 200, 300]);
});

test.each([
  ['a PNG without a size', ascii('\x89PNG\r\n\x1a\n and more of it, but no header')],
  ['a PNG without pixels', png(0, 200)],
  ['a JPEG without a frame', Buffer.concat([Buffer.from([0xff, 0xd8]), segment(0xe2, Buffer.alloc(50))])],
  ['a JPEG that is cut off', jpeg().subarray(0, 8)],
  ['an AVIF of nested boxes', nestedAvif(7_000)],
  ['an AVIF without a size', Buffer.concat([box('ftyp', ascii('avif'), u32(0)), u32(7), ascii('meta')])],
  ['a WebP of an unknown kind', webp('VP9 ', Buffer.alloc(20))],
  ['text with a NUL', ascii('text\0')],
  ['text in Latin-1', Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65])],
  ['text that ends within a character', Buffer.from('Grü').subarray(0, 3)],
])('%s is treated as bytes', (_, content) => {
  expect(inspect(content)).toEqual(['application/octet-stream', undefined, undefined]);
});

test('UTF-8 is recognised as text, in chunks of any size', () => {
  const text = Buffer.from('Grüße 🦗 — '.repeat(50));
  for (const chunk of [1, 2, 3, 5, 64]) expect(inspect(text, chunk)[0]).toBe('text/plain');
  expect(inspect(Buffer.alloc(0))[0]).toBe('text/plain');
  expect(inspect(Buffer.concat([text, Buffer.from([0xc3])]), 3)[0]).toBe('application/octet-stream');
});
