import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { testApp } from '#server/test/harness.ts';

const origin = 'https://web.example.com';
const app = await testApp({ settings: { allowedOrigins: ['http://localhost:5173', origin] } });
const user = await app.user();

const preflight = (from: string, path = '/api/bugs') =>
  app.anonymous.send('OPTIONS', path, {
    headers: {
      origin: from,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'if-match',
    },
  });

test.each(['/api/bugs', '/api/live', '/api/nothing'])(
  'a preflight of an allowed origin to %s says what may be sent',
  async (path) => {
    const { status, body, headers } = await preflight(origin, path);
    expect([status, body]).toEqual([204, '']);
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
    expect(headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Prefer',
    );
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toBe('Origin');
  },
);

test.each([
  'https://evil.example.com',
  `${origin}.evil.com`,
  'null',
  'http://web.example.com',
  `${origin}:8443`,
])('a preflight of %s is answered as if no origin were allowed', async (other) => {
  const { status, headers } = await preflight(other);
  expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
    405,
    null,
    'Origin',
  ]);
});

test('an OPTIONS request that is no preflight is refused like any method that is not served', async () => {
  const { status, headers } = await app.anonymous.send('OPTIONS', '/api/bugs', { headers: { origin } });
  expect([status, headers.get('allow')]).toEqual([405, 'GET, POST, HEAD']);
});

test.each([
  ['GET', '/api/bugs', 200],
  ['GET', '/%61pi/bugs', 200],
  ['GET', '/api/bugs/nothing', 404],
  ['GET', '/api/nothing', 404],
  ['GET', '/%61pi/nothing', 404],
  ['GET', '/api/bugs/%zz', 404],
  ['PUT', '/api/bugs', 405],
  ['POST', '/api/bugs', 400],
])('%s %s can be read by the allowed origin, and by no other', async (method, path, status) => {
  const answer = await user.send(method, path, { headers: { origin } });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, origin]);
  expect(answer.headers.get('access-control-expose-headers')).toBe('*');
  for (const others of [{ origin: 'https://evil.example.com' }, {}] as Record<string, string>[]) {
    const other = await user.send(method, path, { headers: others });
    expect([
      other.status,
      other.headers.get('access-control-allow-origin'),
      other.headers.get('vary'),
    ]).toEqual([status, null, method === 'GET' && status === 200 ? 'Origin, Prefer' : 'Origin']);
  }
});

test('refusals without a session can be read by the allowed origin, too', async () => {
  const { status, headers } = await app.anonymous.send('GET', '/api/bugs', { headers: { origin } });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([401, origin]);
});

test.each(['/healthz', '/readyz', '/metrics', '/', '/api'])('%s is closed to other origins', async (path) => {
  const { headers } = await app.anonymous.send('GET', path, { headers: { origin } });
  expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([null, null]);
});

/** The head of the response to these bytes. */
async function answerTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return (await text(socket)).split('\r\n\r\n', 1)[0] ?? '';
}

test.each([
  [431, 'GET /api/bugs HTTP/1.1', `x-long: ${'a'.repeat(20_000)}`],
  [400, 'GET /api/bugs HTTP/1.1', 'content-length: none'],
  [417, 'GET /api/bugs HTTP/1.1', 'expect: the unexpected'],
  [501, 'BREW /api/bugs HTTP/1.1', 'accept: */*'],
])('%i from the parser can be read only by the allowed origin', async (status, line, header) => {
  const request = (from: string) => `${line}\r\nHost: localhost\r\nOrigin: ${from}\r\n${header}\r\n\r\n`;
  const allowed = await answerTo(request(origin));
  expect(allowed).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(allowed).toContain(`access-control-allow-origin: ${origin}`);
  expect(await answerTo(request('https://evil.example.com'))).not.toContain('access-control-allow-origin');
});

test('the live stream can be read by the allowed origin', async () => {
  const stop = new AbortController();
  const response = await fetch(`${app.url}/api/live`, {
    headers: { origin, authorization: `Bearer ${user.token}` },
    signal: stop.signal,
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  stop.abort();
});

test('without allowed origins, no answer differs by origin', async () => {
  const { anonymous } = await testApp();
  const { headers } = await anonymous.send('GET', '/api/users/registration', { headers: { origin } });
  expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([null, null]);
});
