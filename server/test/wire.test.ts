import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { bug as bugSchema, createBug } from '#contract/bugs/bugs.ts';
import { errorBody, errorCodes } from '#contract/errors.ts';
import { endpoints } from '#contract/index.ts';
import { aBug, testApp } from './harness.ts';

const app = await testApp();
const user = await app.user();
const json = { 'content-type': 'application/json' };
const post = (body: NonNullable<RequestInit['body']>, headers: Record<string, string> = json) =>
  user.send('POST', '/api/bugs', { body, headers });

/** Sends bytes, and returns the answer up to the moment when the server closes the connection. */
function raw(bytes: string): Promise<string> {
  const { port, hostname } = new URL(app.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (data) => (answer += String(data)));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('every endpoint of the contract', () => {
  test('answers 405 with Allow to every other method', async () => {
    for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
      const served: string[] = endpoints
        .filter((endpoint) => endpoint.path === path)
        .map(({ method }) => method);
      if (served.includes('GET')) served.push('HEAD');
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'PROPFIND'].filter(
        (name) => !served.includes(name),
      )) {
        const { status, error, headers } = await user.send(method, path.replace(':id', 'x'));
        expect([path, method, status, error.code]).toEqual([path, method, 405, 'method_not_allowed']);
        expect(headers.get('allow')?.split(', ').toSorted()).toEqual(served.toSorted());
      }
    }
  });

  test('HEAD answers as GET does, without the body', async () => {
    const { status, body } = await user.send('HEAD', '/api/bugs?limit=1');
    expect([status, body]).toEqual([200, '']);
    expect((await app.anonymous.send('HEAD', '/api/bugs')).status).toBe(401);
  });
});

describe('every failure', () => {
  test.each([
    ['GET', '/api/nothing', 404],
    ['GET', '/api', 404],
    ['GET', '/api/bugs/%zz', 404],
    ['GET', `/api/bugs/${'a'.repeat(3000)}`, 404],
    ['GET', '/assets/nothing.js', 404],
    ['GET', '/', 404],
    ['PATCH', '/api/bugs', 405],
    ['POST', '/api/users/login', 400],
  ])('%s %s has the error body and the headers of every answer', async (method, path, status) => {
    const answer = await user.send(method, path);
    expect(answer.status).toBe(status);
    const body = z.strictObject(errorBody.shape).parse(answer.body);
    expect(errorCodes[body.code].status).toBe(status);
    expect(answer.headers.get('x-request-id')).toBe(body.requestId);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(body.message).not.toContain('aaa');
  });

  test('a request id from the client is not used', async () => {
    const { headers } = await user.send('GET', '/api/bugs', {
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a refusal has the key and values of its message and of each field', async () => {
    const { error } = await user.call(createBug, {
      body: { ...aBug, title: 'x'.repeat(201), status: '' },
    } as never);
    const title = { key: 'field.tooLong', params: { field: 'Title', max: 200 } };
    expect(error).toMatchObject({
      message: 'Title must be at most 200 characters',
      fields: { title: 'Title must be at most 200 characters', status: 'Status is required' },
      i18n: {
        message: title,
        fields: { title, status: { key: 'field.required', params: { field: 'Status' } } },
      },
    });
  });

  test('a server error reveals no details, and is logged with the request id', async () => {
    const own = await testApp();
    const caller = await own.user();
    await own.store.write((tx) => tx.schema.alterTable('bugs').renameTo('lost').execute());
    const { status, error } = await caller.send('GET', '/api/bugs');
    expect(status).toBe(500);
    expect(error).toEqual({
      message: 'Something went wrong on the server',
      code: 'internal',
      i18n: { message: { key: 'server.internal', params: {} } },
      requestId: error.requestId,
    });
    expect(
      own.lines.some((line) => line.includes(error.requestId) && /no such table|does not exist/.test(line)),
    ).toBe(true);
  });
});

describe('bodies', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=utf-16',
    'application/jsonx',
  ])('415 for %s', async (type) => {
    const { status, error } = await post(JSON.stringify(aBug), { 'content-type': type });
    expect([status, error.code]).toEqual([415, 'unsupported_media_type']);
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
  ])('201 for %s', async (type) => {
    expect((await post(JSON.stringify(aBug), { 'content-type': type })).status).toBe(201);
  });

  test.each([
    ['nothing', ''],
    ['half an object', '{"title":'],
    ['a number', '1'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a string', '"title"'],
    ['a prototype', '{"__proto__":{"role":"admin"},"title":"x"}'],
    ['a constructor', '{"constructor":{"prototype":{"x":1}}}'],
    ['200,000 levels', `{"title":${'['.repeat(200_000)}${']'.repeat(200_000)}}`.slice(0, 200_000)],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`],
  ])('400 for %s', async (_, body) => {
    const { status, error } = await post(body);
    expect([status, error.code]).toEqual([400, 'invalid_input']);
    expect(({} as Record<string, unknown>)['role']).toBeUndefined();
  });

  test('a few of many unknown fields are named, and too many keys are refused', async () => {
    const withKeys = (count: number) =>
      post(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`unknown${i}`, 0]))));
    const { status, error } = await withKeys(1_000);
    const named = Object.entries(error.fields ?? {}).filter(([, text]) => text.startsWith('Unknown field'));
    expect([status, named.length]).toEqual([400, 20]);
    const refused = await withKeys(2_001);
    expect([refused.status, refused.error.message]).toEqual([400, 'The body must have at most 2000 keys']);
  });

  test('400 for bytes that are not UTF-8', async () => {
    expect((await post(new Uint8Array([0x22, 0xff, 0xfe, 0x22]))).status).toBe(400);
  });

  test('413 beyond 64 KiB for accounts and beyond 1,280 KiB for bugs', async () => {
    const account = (size: number) =>
      app.anonymous.send('POST', '/api/users/login', {
        body: `{"email":"${'a'.repeat(size)}"}`,
        headers: json,
      });
    expect((await account(65_000)).status).toBe(400);
    expect((await account(65_537)).error).toMatchObject({ code: 'payload_too_large' });
    const bug = (size: number) => post(JSON.stringify({ ...aBug, description: 'a'.repeat(size) }));
    expect((await bug(1_310_000)).status).toBe(400);
    expect((await bug(1_310_720)).status).toBe(413);
  });

  test.each([
    ['with its length', 'Content-Length: 100000', '{'.repeat(70_000), '{'.repeat(30_000)],
    [
      'in chunks',
      'Transfer-Encoding: chunked',
      `186a0\r\n${'{'.repeat(70_000)}`,
      `${'{'.repeat(30_000)}\r\n0\r\n\r\n`,
    ],
  ])(
    '413 reaches a client that is still sending, %s, and the connection stays open',
    async (_, header, start, rest) => {
      const { port, hostname } = new URL(app.url);
      const socket = connect(Number(port), hostname);
      const ended = once(socket, 'end');
      let answer = '';
      socket.on('data', (data) => (answer += String(data)));
      socket.write(
        `POST /api/users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}\r\n\r\n${start}`,
      );
      await once(socket, 'data');
      socket.write(`${rest}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      await ended;
      expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
    },
  );

  test('a description of 100,000 emoji written as escapes still fits', async () => {
    const body = JSON.stringify({ ...aBug, description: '@' }).replace(
      '@',
      String.raw`\ud83e\udd97`.repeat(100_000),
    );
    expect((await post(body)).status).toBe(201);
  });

  test('a content type without a body is ignored', async () => {
    const { _id: id } = await app.bug(user);
    expect((await user.send('DELETE', `/api/bugs/${id}`, { headers: json })).status).toBe(204);
  });
});

describe('bytes', () => {
  const ofEachAnswer = new Set([
    'date',
    'content-length',
    'x-request-id',
    'server-timing',
    'connection',
    'keep-alive',
  ]);
  const tooLong = `X: ${'y'.repeat(20_000)}`;
  const login = 'POST /api/users/login HTTP/1.1\r\nHost: x';
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 'invalid_input'],
    ['a request without Host', 'GET /healthz HTTP/1.1\r\n\r\n', 'invalid_input'],
    ['two lengths', `${login}\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 'invalid_input'],
    [
      'a length and chunks',
      `${login}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'invalid_input',
    ],
    ['headers beyond 16 KiB', `GET /healthz HTTP/1.1\r\nHost: x\r\n${tooLong}\r\n\r\n`, 'headers_too_large'],
    ['an expectation', `${login}\r\nExpect: tea\r\nContent-Length: 2\r\n\r\n{}`, 'expectation_failed'],
    ['an unknown method', 'BREW /api/bugs HTTP/1.1\r\nHost: x\r\n\r\n', 'method_unknown'],
    ['CONNECT', 'CONNECT evil.example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 'method_unknown'],
    [
      'QUERY without a type',
      'QUERY /api/bugs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'method_not_allowed',
    ],
    [
      'QUERY to an unknown address',
      'QUERY /api/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'not_found',
    ],
  ] as const)('%s: refused with the body and headers of every failure', async (_, bytes, code) => {
    const logged = app.lines.length;
    const answer = await raw(bytes);
    const [head = '', text = ''] = answer.split('\r\n\r\n');
    const [start, ...lines] = head.split('\r\n');
    const body = z.strictObject(errorBody.shape).parse(JSON.parse(text));
    expect([start?.split(' ')[1], body.code]).toEqual([String(errorCodes[code].status), code]);
    const sent = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]));
    const { headers: usual } = await user.send('GET', '/api/nothing');
    const same = [...usual].filter(([name]) => !ofEachAnswer.has(name));
    expect(same.map(([name]) => [name, sent.get(name)])).toEqual(same);
    expect(sent.get('x-request-id')).toBe(body.requestId);
    expect(app.lines.slice(logged).join('')).toContain(body.requestId);
  });
});

test('HSTS is sent only if the public address uses TLS', async () => {
  const secure = await testApp({ settings: { publicUrl: 'https://bugs.example.com' } });
  for (const path of ['/api/bugs', '/nothing', '/healthz']) {
    const header = async (client: typeof user | typeof secure.anonymous) =>
      (await client.send('GET', path)).headers.get('strict-transport-security');
    expect(await header(secure.anonymous)).toBe('max-age=63072000; includeSubDomains');
    expect(await header(user)).toBeNull();
  }
});

test('one line is logged for each request, with its id and without its query', async () => {
  const before = app.lines.length;
  const { headers } = await user.send('GET', '/api/bugs?q=private-words');
  const logged = app.lines.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged).toEqual([
    expect.objectContaining({
      msg: 'request',
      reqId: headers.get('x-request-id'),
      method: 'GET',
      path: '/api/bugs',
      status: 200,
      user: user._id,
    }),
  ]);
});

test('a response has no field that the contract does not have', async () => {
  const { body } = await user.call(createBug, { body: aBug });
  // The bug was never placed on a board.
  const { rank: _, ...shape } = bugSchema.shape;
  expect(Object.keys(body).toSorted()).toEqual(Object.keys(shape).toSorted());
});

test('/healthz is 200 while the process runs, /readyz while the database answers', async () => {
  const own = await testApp();
  for (const path of ['/healthz', '/readyz'])
    expect((await own.anonymous.send('GET', path)).status).toBe(200);
  // Only operators see the time of the last backup.
  const [admin, other] = [await own.user({ role: 'admin' }), await own.user()];
  for (const caller of [own.anonymous, other, own.as('no token')])
    expect((await caller.send('GET', '/readyz')).body).toEqual({ status: 'ready' });
  expect((await admin.send('GET', '/readyz')).body).toEqual({ status: 'ready', lastBackup: null });
  await own.store.write((tx) => tx.schema.alterTable('users').renameTo('lost').execute());
  expect((await own.anonymous.send('GET', '/healthz')).status).toBe(200);
  const { status, headers } = await own.anonymous.send('GET', '/readyz');
  expect([status, headers.get('retry-after')]).toEqual([503, '2']);
});
