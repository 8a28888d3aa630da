import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { FileRef } from '#contract/conversation/files.ts';
import { fileStoreOf } from '#server/files/file-store.ts';
import { webpSize } from '#server/files/image-size.ts';
import { hasSharp, makeThumbnail } from '#server/files/thumbnail.ts';
import { testApp } from '#server/test/harness.ts';
import { png, uploaded } from '#server/test/uploads.ts';

const kind = 'make thumbnail';
const images = join(import.meta.dirname, '../../test/images');
const app = await testApp();
const ann = await app.user();
const store = fileStoreOf(app.settings);

async function upload(content: Buffer): Promise<FileRef> {
  return uploaded(ann, { name: 'image', content: new Uint8Array(content) });
}

async function jobsFor({ sha256 }: FileRef): Promise<string[]> {
  const jobs = await app.store.db
    .selectFrom('jobs')
    .select('payload')
    .where('key', '=', `${kind} ${sha256}`)
    .execute();
  return jobs.map(({ payload }) => payload);
}

/** The answer to a request for the thumbnail. */
async function thumbnailOf({ url }: FileRef) {
  const response = await fetch(`${app.url}${url}&thumbnail=1`);
  return {
    type: response.headers.get('content-type'),
    csp: response.headers.get('content-security-policy'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

describe.skipIf(!hasSharp)('the thumbnail', () => {
  test.each([
    ['turned.jpg', { width: 427, height: 640 }],
    ['picture.avif', { width: 960, height: 640 }],
    ['animation.gif', { width: 914, height: 640 }],
  ])('of %s is a small WebP, upright, of one frame and without metadata', async (name, size) => {
    // As large as a photo of that size, so that a thumbnail saves something.
    const original = Buffer.concat([await readFile(join(images, name)), Buffer.alloc(100_000)]);
    const file = await upload(original);
    expect((await thumbnailOf(file)).bytes).toEqual(original);
    await app.runJobs();
    const { type, csp, bytes } = await thumbnailOf(file);
    expect([type, webpSize(bytes)]).toEqual(['image/webp', size]);
    expect(csp).toContain('sandbox');
    expect(bytes.length).toBeLessThan(original.length);
    // Chunks of animations, and of metadata such as where a photo was taken.
    for (const chunk of ['ANIM', 'EXIF', 'XMP ', 'Camera']) expect(bytes.includes(chunk)).toBe(false);
    const whole = await fetch(app.url + file.url);
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(original);
  });

  test('is made once for equal contents, and only for large enough images', async () => {
    const photo = await readFile(join(images, 'turned.jpg'));
    const another = Buffer.concat([photo, Buffer.from('more')]);
    const file = await upload(another);
    expect((await upload(another)).sha256).toBe(file.sha256);
    expect(await jobsFor(file)).toHaveLength(1);
    await app.runJobs();
    expect((await thumbnailOf(file)).type).toBe('image/webp');
    expect(await jobsFor(await upload(png(30, 20)))).toEqual([]);
    expect(await jobsFor(await uploaded(ann, { content: 'x'.repeat(200_000) }))).toEqual([]);
  });

  test.each([
    ['cut off', () => png(1_000, 700).subarray(0, -30)],
    ['of pixels that are not there', () => png(7_000, 7_000)],
    ['of more pixels than are decoded', () => png(9_000, 9_000)],
  ])('of an image %s is not made, and the image is sent as it is', async (_, content) => {
    const file = await upload(content());
    await app.runJobs();
    const { type, bytes } = await thumbnailOf(file);
    expect([type, bytes]).toEqual(['image/png', content()]);
    expect(await store.readThumbnail(file.sha256)).toBeUndefined();
  });

  test('is not made of an image whose pixels take more memory than allowed', async () => {
    const { default: sharp } = await import('sharp');
    const image = (side: number) =>
      sharp({ create: { width: side, height: side, channels: 4, background: '#1234' } })
        .toColourspace('rgb16')
        .png({ compressionLevel: 1 })
        .toBuffer();
    const { signal } = new AbortController();
    expect(await makeThumbnail(Readable.from([await image(1_000)]), { signal })).toBeDefined();
    expect(await makeThumbnail(Readable.from([await image(5_100)]), { signal })).toBeUndefined();
  });

  test('of a content that is removed while it is made is not stored', async () => {
    const file = await upload(png(1_001, 700));
    await store.remove(file.sha256, Infinity);
    await store.writeThumbnail(file.sha256, Buffer.from('late'));
    expect(await store.readThumbnail(file.sha256)).toBeUndefined();
    await app.runJobs();
  });

  test('is not made of a type that is not allowed, nor of a decompression bomb', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"/>';
    const signal = new AbortController().signal;
    expect(await makeThumbnail(Readable.from([Buffer.from(svg)]), { signal })).toBeUndefined();
    const bomb = png(60_000, 60_000);
    expect(await makeThumbnail(Readable.from([bomb]), { signal })).toBeUndefined();
  });
});

test('if sharp cannot be loaded, the process that makes thumbnails prints an error', async () => {
  const { folder } = app.settings.files;
  await uploaded(ann);
  // Outside of the project, no package is found.
  for (const name of ['thumbnail-process.ts', 'thumbnail.ts'])
    await copyFile(join(import.meta.dirname, '../../files', name), join(folder, name));
  const attempt = makeThumbnail(Readable.from([png(1_000, 700)]), {
    signal: new AbortController().signal,
    path: join(folder, 'thumbnail-process.ts'),
  });
  await expect(attempt).rejects.toThrow('sharp cannot be loaded');
});
