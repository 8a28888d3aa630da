import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '#server/test/harness.ts';
import { pageHeaders } from '#server/http/protocol/security-headers.ts';

const webRoot = await mkdtemp(join(tmpdir(), 'katydid-web-'));
await mkdir(join(webRoot, 'assets'));
await writeFile(
  join(webRoot, 'index.html'),
  '<script>first()</script><script type="module" src="/assets/app-abc.js"></script>',
);
await writeFile(join(webRoot, 'assets/app-abc.js'), 'plain');
await writeFile(join(webRoot, 'assets/app-abc.js.br'), 'as brotli');
await writeFile(join(webRoot, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
await writeFile(join(webRoot, '.stamp'), 'not for anyone');
afterAll(() => rm(webRoot, { recursive: true }));

const { anonymous } = await testApp({ webRoot });

test('every page allows only its own scripts and styles, and the inline script by its hash', async () => {
  const hash = createHash('sha256').update('first()').digest('base64');
  for (const path of ['/', '/login', '/bugs', '/bugs/create', '/no/such/screen']) {
    const { status, headers } = await anonymous.send('GET', path);
    const policy = headers.get('content-security-policy') ?? '';
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(policy).toContain(`default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self';`);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
  }
});

test('a page may call only its own server, or the one that its build names', async () => {
  const connectSrc = async (client: typeof anonymous) => {
    const { headers } = await client.send('GET', '/');
    return /connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
  };
  expect(await connectSrc(anonymous)).toBe("'self'");
  const other = await mkdtemp(join(tmpdir(), 'katydid-web-'));
  await cp(webRoot, other, { recursive: true });
  await writeFile(join(other, 'build.json'), '{"apiOrigin":"https://api.example.com"}');
  const app = await testApp({ webRoot: other });
  expect(await connectSrc(app.anonymous)).toBe('https://api.example.com');
  expect((await app.anonymous.send('GET', '/build.json')).status).toBe(404);
  await rm(other, { recursive: true });
});

test('the policy in docs/operating.md is the one of the pages', async () => {
  const [page, html] = await Promise.all(
    ['docs/operating.md', 'web/index.html'].map((path) =>
      readFile(join(import.meta.dirname, '../..', path), 'utf8'),
    ),
  );
  const headers = pageHeaders(html ?? '', 'https://api.example.com');
  expect(page).toContain(`add_header Content-Security-Policy "${headers['content-security-policy']}";`);
});

test('assets are cached without expiry, and sent compressed to clients that accept it', async () => {
  const { status, headers, body } = await anonymous.send('GET', '/assets/app-abc.js', {
    headers: { 'accept-encoding': 'identity' },
  });
  expect([status, body]).toEqual([200, 'plain']);
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const compressed = await anonymous.send('HEAD', '/assets/app-abc.js', {
    headers: { 'accept-encoding': 'br' },
  });
  expect(compressed.headers.get('content-encoding')).toBe('br');
});

test.each([
  '/assets/other.js',
  '/assets/',
  '/assets/../index.html',
  '/assets/..%2f..%2fpackage.json',
  '/..%2fpackage.json',
  '/%5c..%5cpackage.json',
  '/assets/app-abc.js.br',
  '/.stamp',
  '/package.json',
  '/api/nothing',
])('%s is not found', async (path) => {
  const { status, error } = await anonymous.send('GET', path);
  expect([status, error.code]).toEqual([404, 'not_found']);
});

test('a page accepts GET and HEAD only', async () => {
  const { status, headers } = await anonymous.send('POST', '/login', {
    body: 'email=a',
    headers: { 'content-type': 'text/plain' },
  });
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
