import { hash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { updateManagedUser } from '#contract/admin/admin.ts';
import { createBug } from '#contract/bugs/bugs.ts';
import * as contract from '#contract/conversation/files.ts';
import { aBug, testApp } from '#server/test/harness.ts';
import { png, rawForm, send, uploaded } from '#server/test/uploads.ts';

const app = await testApp();
const [ann, bob] = [await app.user({ name: 'Ann' }), await app.user({ name: 'Bob' })];
const unknown = '01900000-0000-7000-8000-000000000000';

/** The content of the folder of running uploads. */
const temporary = () => readdir(join(app.settings.files.folder, 'tmp'));

describe('an upload', () => {
  test('returns the file with a signed address that serves its content', async () => {
    const { status, body, headers } = await send(ann, { name: 'Grüße.txt', content: 'Hello, wörld' });
    expect([status, headers.get('location')]).toEqual([201, `/api/files/${body._id}`]);
    const { _id: id, createdAt, url } = body;
    expect(body).toEqual({
      _id: id,
      name: 'Grüße.txt',
      size: 13,
      type: 'text/plain',
      sha256: hash('sha256', 'Hello, wörld'),
      width: null,
      height: null,
      createdBy: { _id: ann._id, name: 'Ann' },
      createdAt,
      url,
    });
    expect(url.startsWith(`/api/files/${id}/content?user=${ann._id}&expires=`)).toBe(true);
    const content = await app.anonymous.send('GET', url);
    expect([content.status, content.body]).toEqual([200, 'Hello, wörld']);
    expect((await ann.send('GET', `/api/files/${body._id}/content`)).body).toBe('Hello, wörld');
    expect(await temporary()).toEqual([]);
  });

  test('the type of a file is detected from its content, not from its name or its sender', async () => {
    const image = await uploaded(ann, { name: 'page.html', type: 'text/html', content: png(3, 2) });
    expect(image).toMatchObject({ type: 'image/png', width: 3, height: 2 });
    const page = await uploaded(ann, { name: 'a.png', type: 'image/png', content: '<script>1</script>' });
    expect(page).toMatchObject({ type: 'text/plain', width: null, height: null });
    const bytes = await uploaded(ann, { content: Uint8Array.of(0x41, 0xff) });
    expect(bytes.type).toBe('application/octet-stream');
    expect((await uploaded(ann, { content: '' })).size).toBe(0);
  });

  test.each([
    ['..\\..\\a/b/../c "1".txt', 'c "1".txt'],
    ['a\u202etxt.exe', 'atxt.exe'],
    ['line\r\nX-Header: 1.txt', 'line_X-Header: 1.txt'],
    [`${'ä'.repeat(200)}.tar`, `${'ä'.repeat(125)}.tar`],
  ])('with the name %j is stored as %j', async (sent, name) => {
    const file = await uploaded(ann, { name: sent });
    expect(file.name).toBe(name);
    expect((await ann.call(contract.getFile, { params: { id: file._id } })).body.name).toBe(name);
  });

  const part = 'Content-Disposition: form-data; name="file"';
  test.each([
    ['no file', 'Content-Disposition: form-data; name="text"', 'Send one file as multipart/form-data'],
    [
      'a file of another name',
      `Content-Disposition: form-data; name="a"; filename="a"`,
      'Send one file as multipart/form-data',
    ],
    ['a file without a name', `${part}; filename=""`, 'The file must have a name'],
    ['a field instead of a file', part, 'The file must have a name'],
    [
      'a field before the file',
      `${part}\r\n\r\n\r\n--x\r\n${part}; filename="a"`,
      'The file must have a name',
    ],
    ['a name of nothing visible', `${part}; filename=" \u200b"`, 'The file must have a name'],
    ['a name that is a folder', `${part}; filename=".."`, 'The file must have a name'],
  ])('with %s is refused', async (_, headers, message) => {
    // More than one chunk.
    const { body, type } = rawForm(headers, 'x'.repeat(100_000));
    const answer = await ann.send('POST', '/api/files', { body, headers: { 'content-type': type } });
    expect([answer.status, answer.error.message]).toEqual([400, message]);
  });

  test.each([
    ['a file after its end', `--x--\r\n--x\r\n--x\r\n${part}; filename="a"\r\n\r\ntext`],
    ['a file whose header ends with a boundary', `--x\r\n${part}; filename="a"\r\n\r\n--x\r\n--y--\r\n`],
    ['a file whose header ends with the end', `--x\r\n${part}; filename="a"\r\n\r\n--x\r\n--`],
    [
      'a file whose header ends with another file',
      `--x\r\n${part}; filename="a"\r\n\r\n--x\r\n\r\n${part}; filename="b"\r\n\r\ntext\r\n--x--\r\n`,
    ],
    [
      'a file after a part with a malformed header',
      `--x\r\n bad\r\n\r\n\r\n--x\r\n${part}; filename="a"\r\n\r\n${'x'.repeat(100_000)}\r\n--x--\r\n`,
    ],
  ])('of a form with %s is refused', async (_, body) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await ann.send('POST', '/api/files', { body, headers })).status).toBe(400);
    expect(await temporary()).toEqual([]);
  });

  test('with several files is refused, and leaves no temporary file', async () => {
    const form = new FormData();
    for (const name of ['a', 'b']) form.append('file', new Blob([name]), name);
    const { status, error } = await ann.send('POST', '/api/files', { body: form });
    expect([status, error.message]).toEqual([400, 'Only one file can be sent at a time']);
    expect(await temporary()).toEqual([]);
  });

  test('with another type of body, or with a form that is cut off, is refused', async () => {
    const json = await ann.send('POST', '/api/files', {
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect([json.status, json.error.message]).toEqual([415, 'Send one file as multipart/form-data']);
    expect((await ann.send('POST', '/api/files')).status).toBe(400);
    const whole = rawForm(`${part}; filename="a"`, 'text');
    const cut = await ann.send('POST', '/api/files', {
      body: whole.body.slice(0, -10),
      headers: { 'content-type': whole.type },
    });
    expect([cut.status, cut.error.message]).toEqual([400, 'The upload broke off']);
    const unbound = await ann.send('POST', '/api/files', {
      body: whole.body,
      headers: { 'content-type': 'multipart/form-data' },
    });
    expect(unbound.status).toBe(400);
    expect(await temporary()).toEqual([]);
  });

  test('of an image of more than 100 megapixels is refused by its header', async () => {
    const { status, error } = await send(ann, { content: png(40_000, 40_000) });
    expect([status, error.message]).toEqual([413, 'Images can have at most 100 megapixels']);
    expect(await temporary()).toEqual([]);
  });

  test('equal contents are stored once', async () => {
    const [one, other] = [
      await uploaded(ann, { content: 'twice' }),
      await uploaded(bob, { content: 'twice' }),
    ];
    expect(other.sha256).toBe(one.sha256);
    expect(other._id).not.toBe(one._id);
    const folder = join(app.settings.files.folder, one.sha256.slice(0, 2));
    expect((await readdir(folder)).filter((name) => name === one.sha256)).toHaveLength(1);
  });
});

describe('an upload that belongs to nothing', () => {
  test('is visible only to its sender', async () => {
    const { _id: id, url } = await uploaded(ann);
    const admin = await app.user({ role: 'admin' });
    for (const other of [bob, admin]) {
      expect((await other.call(contract.getFile, { params: { id } })).status).toBe(404);
      expect((await other.send('GET', `/api/files/${id}/content`)).status).toBe(404);
      expect((await other.call(contract.listFiles, { query: { ids: id } })).body).toEqual([]);
    }
    expect((await bob.call(contract.deleteFileById, { params: { id } })).status).toBe(404);
    expect((await ann.call(contract.deleteFileById, { params: { id } })).status).toBe(204);
    expect((await ann.call(contract.deleteFileById, { params: { id } })).status).toBe(404);
    expect((await app.anonymous.send('GET', url)).status).toBe(404);
  });

  test('can be deleted by admins, and uses quota until its content is removed', async () => {
    const [carl, admin] = [await app.user(), await app.user({ role: 'admin' })];
    const { _id: id, size } = await uploaded(carl);
    const used = async () => (await carl.call(contract.getFileLimits, {})).body;
    expect(await used()).toMatchObject({ usedBytes: size, maxFileBytes: 26_214_400, maxFiles: 20 });
    expect((await admin.call(contract.deleteFileById, { params: { id } })).status).toBe(204);
    expect((await used()).usedBytes).toBe(size);
    expect((await carl.call(contract.getFile, { params: { id } })).status).toBe(404);
    expect((await carl.call(contract.listFiles, { query: { ids: id } })).body).toEqual([]);
    const filed = await carl.call(createBug, { body: { ...aBug, files: [id] } });
    expect([filed.status, filed.error.fields]).toEqual([400, { files: expect.any(String) as string }]);
  });
});

test('files are listed by their ids, in their order, each with a signed address', async () => {
  const [one, other] = [await uploaded(ann, { name: 'one' }), await uploaded(ann, { name: 'other' })];
  const ids = [other._id, unknown, one._id, other._id].join(',');
  const { body } = await ann.call(contract.listFiles, { query: { ids } });
  expect(body.map(({ name }) => name)).toEqual(['other', 'one']);
  for (const { url } of body) expect((await app.anonymous.send('GET', url)).status).toBe(200);
  for (const wrong of ['', 'x', Array.from({ length: 51 }, () => unknown).join(',')])
    expect((await ann.call(contract.listFiles, { query: { ids: wrong } })).status).toBe(400);
  expect((await ann.send('GET', '/api/files')).status).toBe(400);
});

describe('a signed address', () => {
  test('is invalid for another file or user, if it is altered, or after some minutes', async () => {
    const [file, other] = [await uploaded(ann), await uploaded(ann)];
    const read = async (url: string) => (await app.anonymous.send('GET', url)).status;
    expect(await read(file.url)).toBe(200);
    const query = new URL(file.url, app.url).searchParams;
    const altered = (name: string, value: string) => {
      const changed = new URLSearchParams(query);
      changed.set(name, value);
      return `/api/files/${file._id}/content?${changed.toString()}`;
    };
    const later = String(Number(query.get('expires')) + 1);
    const attempts = [
      file.url.replace(file._id, other._id),
      altered('user', bob._id),
      altered('expires', later),
      altered('expires', ''),
      altered('signature', query.get('signature')!.slice(0, -2)),
      altered('signature', ''),
      `/api/files/${file._id}/content`,
      `/api/files/${file._id}/content?user=${ann._id}`,
      file.url.replace('/content', ''),
    ];
    for (const url of attempts) expect([url, await read(url)]).toEqual([url, 401]);
    app.clock.offset += 11 * 60_000;
    expect(await read(file.url)).toBe(401);
    app.clock.offset = 0;
  });

  test('is invalid for a suspended user', async () => {
    const [carl, admin] = [await app.user(), await app.user({ role: 'admin' })];
    const { url } = await uploaded(carl);
    await admin.call(updateManagedUser, { params: { id: carl._id }, body: { suspended: true } });
    expect((await app.anonymous.send('GET', url)).status).toBe(401);
  });

  test('is never logged', async () => {
    const { _id: id, url } = await uploaded(ann);
    await app.anonymous.send('GET', url);
    await app.anonymous.send('GET', `${url}x`);
    const signature = new URL(url, app.url).searchParams.get('signature')!;
    expect(app.lines.some((line) => line.includes(`/api/files/${id}/content`))).toBe(true);
    expect(app.lines.join('\n')).not.toContain(signature);
  });
});

describe('the content', () => {
  const sandbox = "sandbox; default-src 'none'; frame-ancestors 'none'";

  test.each([
    ['text', 'page.html', '<!doctype html><script>alert(1)</script>', 'text/plain; charset=utf-8'],
    [
      'SVG',
      'a.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'text/plain; charset=utf-8',
    ],
    ['PDF', 'a.pdf', '%PDF-1.7 <script>alert(1)</script>', 'application/pdf'],
    ['bytes', 'a.xml', Uint8Array.of(0xff, 0xfe, 0x3c, 0), 'application/octet-stream'],
  ])('of %s is downloaded', async (_, name, content, type) => {
    const file = await uploaded(ann, { name, content: content as string });
    const { headers } = await app.anonymous.send('GET', file.url);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      'content-security-policy': sandbox,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
    });
  });

  test('of an image is shown within the page, or downloaded on request', async () => {
    const name = `it's "1"; x=%22 (ü)\u{1f997}.png`;
    const { url } = await uploaded(ann, { name: name.replace('%22', '%25'), content: png(1, 1) });
    const { headers } = await app.anonymous.send('GET', url);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('content-security-policy')).toBe(sandbox);
    expect(headers.get('content-disposition')).toBe(
      `inline; filename="it's _1_; x=_25 (_)__.png"; filename*=UTF-8''it%27s%20%221%22%3B%20x%3D%2525%20%28%C3%BC%29%F0%9F%A6%97.png`,
    );
    const download = await app.anonymous.send('GET', `${url}&download=1`);
    expect(download.headers.get('content-disposition')).toMatch(/^attachment; /);
  });

  test('of a polyglot that is a GIF and a script is only ever a GIF', async () => {
    const { url, type } = await uploaded(ann, { name: 'a.js', content: 'GIF89a\t\t\t\t=1;alert(1)' });
    expect(type).toBe('image/gif');
    const { headers } = await app.anonymous.send('GET', url);
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      'image/gif',
      'nosniff',
    ]);
    expect(headers.get('content-security-policy')).toBe(sandbox);
  });

  test.each([
    ['bytes=2-4', 206, 'cde', 'bytes 2-4/10'],
    ['bytes=7-', 206, 'hij', 'bytes 7-9/10'],
    ['bytes=-3', 206, 'hij', 'bytes 7-9/10'],
    ['bytes=0-99', 206, 'abcdefghij', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=4-2', 200, 'abcdefghij', null],
    ['bytes=0-1,3-4', 200, 'abcdefghij', null],
    ['lines=1-2', 200, 'abcdefghij', null],
  ])('in the range %s is answered with %i', async (range, status, text, contentRange) => {
    const { url } = await uploaded(ann, { content: 'abcdefghij' });
    const answer = await app.anonymous.send('GET', url, { headers: { range } });
    expect([answer.status, answer.body, answer.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ]);
  });

  test('is not sent again to a browser that has it', async () => {
    const { url, sha256 } = await uploaded(ann, { content: 'once' });
    const tag = `"${sha256}"`;
    const known = await app.anonymous.send('GET', url, { headers: { 'if-none-match': `W/"x", ${tag}` } });
    expect([known.status, known.body, known.headers.get('etag')]).toEqual([304, '', tag]);
    const other = await app.anonymous.send('GET', url, {
      headers: { 'if-range': '"x"', range: 'bytes=0-1' },
    });
    expect([other.status, other.body]).toEqual([200, 'once']);
    const head = await app.anonymous.send('HEAD', url);
    expect([head.status, head.body, head.headers.get('content-length')]).toEqual([200, '', '4']);
  });
});
