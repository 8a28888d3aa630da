import { readdir } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '#contract/errors.ts';
import { getFileLimits } from '#contract/conversation/files.ts';
import { fileStoreOf } from '#server/files/file-store.ts';
import type { FileSettings } from '#server/settings.ts';
import { type TestUser, testApp } from '#server/test/harness.ts';
import { send } from '#server/test/uploads.ts';

const kilobyte = 1024;
const app = await testApp();

/** An application with small limits and a folder of its own. */
async function limited(limits: Partial<FileSettings>, stallTime?: number) {
  const folder = `${app.settings.files.folder}-${(made += 1)}`;
  const files = { ...app.settings.files, folder, ...limits };
  const own = await testApp({ settings: { files }, ...(stallTime !== undefined && { stallTime }) });
  const temporary = () => readdir(join(folder, 'tmp')).catch(() => []);
  return {
    ...own,
    temporary,
    /** Waits until this many uploads are under way. */
    async untilUnderWay(count: number): Promise<void> {
      while ((await temporary()).length !== count) await delay(5);
    },
    stored: async () => (await Array.fromAsync(fileStoreOf({ files }).list())).length,
  };
}
let made = 0;

/** Begins an upload that stays open until it is ended. */
function begin(url: string, { token }: TestUser, length?: number): ClientRequest {
  const sent = request(`${url}/api/files`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
      ...(length !== undefined && { 'content-length': length }),
    },
  });
  sent.on('error', () => {});
  sent.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nbegun');
  return sent;
}

async function answerTo(sent: ClientRequest): Promise<{ status: number; body: ErrorBody }> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: JSON.parse(await text(response)) as ErrorBody };
}

describe('a file that is too large', () => {
  test('is refused by its declared size before it is sent, and the connection stays open', async () => {
    const { url, temporary, ...own } = await limited({ maxFileBytes: kilobyte ** 2 });
    const user = await own.user();
    const sent = begin(url, user, 50 * kilobyte ** 2);
    const { status, body } = await answerTo(sent);
    sent.destroy();
    expect([status, body.code, body.message]).toEqual([
      413,
      'payload_too_large',
      'Files can have at most 1 MB',
    ]);
    expect(await temporary()).toEqual([]);
    const answer = await send(user, { content: 'x'.repeat(kilobyte ** 2 + 20 * kilobyte) });
    expect(answer.status).toBe(413);
    expect(answer.headers.get('connection')).not.toBe('close');
  });

  test('is refused once it exceeds the limit, and leaves nothing', async () => {
    const { url, temporary, stored, ...own } = await limited({ maxFileBytes: kilobyte ** 2 });
    const user = await own.user();
    const sent = begin(url, user);
    sent.write('x'.repeat(kilobyte ** 2));
    const { status } = await answerTo(sent);
    sent.destroy();
    expect([status, await temporary(), await stored()]).toEqual([413, [], 0]);
    const most = await send(user, { content: 'x'.repeat(kilobyte ** 2) });
    expect([most.status, (await send(user, { content: 'x'.repeat(kilobyte ** 2 + 1) })).status]).toEqual([
      201, 413,
    ]);
    expect((await user.call(getFileLimits, {})).body.usedBytes).toBe(kilobyte ** 2);
  });
});

test('the rest of a refused form is discarded, and its connection serves the next request', async () => {
  const { token } = await app.user();
  const { hostname, port, host } = new URL(app.url);
  const form = `--x\r\n\r\n${'x'.repeat(8 * kilobyte ** 2)}\r\n--x--\r\n`;
  const head = `host: ${host}\r\nauthorization: Bearer ${token}\r\n`;
  const type = `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${form.length}\r\n`;
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  socket.write(`POST /api/files HTTP/1.1\r\n${head}${type}\r\n${form.slice(0, 70_000)}`);
  const [refusal] = (await once(socket, 'data')) as [string];
  socket.write(form.slice(70_000));
  socket.write(`GET /api/users/profile HTTP/1.1\r\n${head}connection: close\r\n\r\n`);
  expect((refusal + (await text(socket))).match(/(?<=HTTP\/1.1 )\d+/g)).toEqual(['400', '200']);
});

test('a form on which the parser throws while a chunk waits is refused', async () => {
  const { token } = await app.user();
  const { hostname, port, host } = new URL(app.url);
  const [file, field] = ['name="file"; filename="a"\r\n\r\nx', 'name="b"'].map(
    (part) => `--a:bc\r\nContent-Disposition: form-data; ${part}\r\n`,
  );
  const chunks = [`${file}${field}--a:bc\r\n\r\n\r\nX: y\r\n--a:b`, 'Z', ''];
  const head = `POST /api/files HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n`;
  const type = 'content-type: multipart/form-data; boundary="a:bc"\r\ntransfer-encoding: chunked\r\n';
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  const body = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
  socket.write(`${head}${type}\r\n${body}`);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /);
});

describe('quotas', () => {
  test('of a user also hold for concurrent uploads', async () => {
    const { user, stored } = await limited({ maxUserBytes: 100 });
    const [ann, bob] = [await user(), await user()];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => send(ann, { content: `${i}`.repeat(30) })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(0);
    const [one] = answers;
    expect([one?.status, one?.error.message]).toEqual([
      413,
      expect.stringContaining('Your files would take up more'),
    ]);
    expect([await stored(), (await send(bob)).status]).toEqual([0, 413]);
  });

  test('count stored and declared bytes', async () => {
    const { user } = await limited({ maxUserBytes: 2_000, maxStorageBytes: 3_000 });
    const ann = await user();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send(ann, { content: 'x'.repeat(800) })),
    );
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(2);
    const { usedBytes } = (await ann.call(getFileLimits, {})).body;
    expect(usedBytes).toBe(answers.filter(({ status }) => status === 201).length * 800);
    // One of each is within a user's limit; four exceed the limit for all.
    let last = await send(await user(), { content: 'x'.repeat(800) });
    for (let others = 1; others < 4 && last.status === 201; others += 1)
      last = await send(await user(), { content: 'x'.repeat(800) });
    expect([last.status, last.error.message]).toEqual([
      413,
      'There is no more room for files. Ask an admin.',
    ]);
  });
});

test('uploads are refused while the disk is almost full, even those under way', async () => {
  const { settings, url, user, untilUnderWay, stored } = await limited({});
  const [store, sender] = [fileStoreOf(settings), await user()];
  const begun = begin(url, sender);
  await untilUnderWay(1);
  store.freeShare = async () => 0.04;
  begun.write('more');
  expect((await answerTo(begun)).status).toBe(503);
  begun.destroy();
  await untilUnderWay(0);
  expect(await stored()).toBe(0);
  const { status, headers, error } = await send(sender);
  expect([status, headers.get('retry-after'), error.code]).toEqual([503, '60', 'unavailable']);
});

describe('an upload under way', () => {
  test('leaves nothing behind if its client disconnects', async () => {
    const { url, user, untilUnderWay, stored, lines } = await limited({});
    const sent = begin(url, await user());
    await untilUnderWay(1);
    sent.destroy();
    await untilUnderWay(0);
    expect(await stored()).toBe(0);
    expect(lines.filter((line) => line.includes('request failed'))).toEqual([]);
  });

  test.each([
    ['before it is received', 0, 100],
    ['once everything has arrived', 1, 200 * kilobyte],
  ])('leaves nothing behind if its client disconnects %s', async (_, checksBefore, size) => {
    const { settings, url, user, untilUnderWay, stored, connections } = await limited({});
    const [store, sender] = [fileStoreOf(settings), await user()];
    expect((await send(sender)).status).toBe(201);
    const others = await connections();
    // One more than a user can send at once.
    for (let n = 0; n <= 20; n += 1) {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()];
      let checks = 0;
      // The space on the disk is checked once before the upload, and for each chunk.
      store.freeShare = async () => {
        checks += 1;
        if (checks <= checksBefore) return 1;
        reached.resolve();
        return released.promise;
      };
      const sent = begin(url, sender);
      sent.end(`${'x'.repeat(size)}\r\n--x--\r\n`);
      await reached.promise;
      sent.destroy();
      await expect.poll(connections).toBeLessThanOrEqual(others);
      released.resolve(1);
      await untilUnderWay(0);
    }
    store.freeShare = async () => 1;
    expect([(await send(sender)).status, await stored()]).toEqual([201, 1]);
  });

  test('ends when no more bytes arrive', async () => {
    const { url, user, untilUnderWay, stored } = await limited({}, 300);
    const sent = begin(url, await user());
    await new Promise((resolve) => sent.on('close', resolve));
    await untilUnderWay(0);
    expect(await stored()).toBe(0);
  });

  test('does not delay other requests, of the same user or others', async () => {
    const { url, user, untilUnderWay } = await limited({});
    const [ann, bob] = [await user(), await user()];
    const uploads = Array.from({ length: 20 }, () => begin(url, ann));
    await untilUnderWay(20);
    const reads = [ann, bob].flatMap((each) =>
      Array.from({ length: 30 }, () => each.send('GET', '/api/bugs')),
    );
    expect((await Promise.all(reads)).every(({ status }) => status === 200)).toBe(true);
    expect((await send(bob)).status).toBe(201);
    const more = await send(ann);
    expect([more.status, more.error.message]).toEqual([429, 'You are uploading too many files at once']);
    for (const sent of uploads) sent.end('\r\n--x--\r\n');
    const answers = await Promise.all(uploads.map(answerTo));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect((await send(ann)).status).toBe(201);
  });
});
