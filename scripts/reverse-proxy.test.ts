import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { findNginx } from './setup/nginx.mjs';
import { readConfig } from '#server/config.ts';
import { atEnd } from '#server/test/at-end.ts';
import { aBug, client, testApp } from '#server/test/harness.ts';
import { LiveReader } from '#server/test/live-reader.ts';

const nginx = process.platform === 'linux' ? findNginx() : undefined;
const nobody = 65_534;
const page = await readFile(join(import.meta.dirname, '../docs/operating.md'), 'utf8');
const [, block = ''] = /```nginx\n(.*?)```/s.exec(page) ?? [];
const [, trusted = ''] = /`TRUST_PROXY=(\S+)`/.exec(page) ?? [];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Runs nginx with the documented block in front of the server, without privileges, until the test file ends. */
async function runNginx(server: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'katydid-nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const configuration = `
    daemon off;
    pid ${folder}/nginx.pid;
    events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      server {
        listen 127.0.0.1:${port};
        ${block.replaceAll('http://127.0.0.1:3000', server)}
      }
    }`;
  await writeFile(join(folder, 'nginx.conf'), configuration);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, nobody, nobody);
  const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  const child = spawn(nginx ?? '', args, isRoot ? { uid: nobody, gid: nobody } : {});
  let said = '';
  child.stderr.on('data', (data) => (said += String(data)));
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  });
  const answers = () =>
    new Promise<boolean>((resolve, reject) => {
      if (child.exitCode !== null) return reject(new Error(`nginx ended: ${said}`));
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
  await vi.waitUntil(answers, { timeout: 30_000 });
  return `http://127.0.0.1:${port}`;
}

const why = nginx === undefined ? 'skipped without nginx: ' : '';

describe.skipIf(nginx === undefined)(`${why}the nginx block of docs/operating.md`, () => {
  let app: Awaited<ReturnType<typeof testApp>>;
  let proxy: string;
  beforeAll(async () => {
    app = await testApp({ settings: readConfig({ TRUST_PROXY: trusted }).settings });
    proxy = await runNginx(app.url);
  });

  /** A sign-in that fails, from an address of this machine. */
  function failToSignIn(localAddress: string): Promise<ErrorBody> {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.9' };
    const body = JSON.stringify({ email: 'no-one@example.com', password: 'wrong' });
    return new Promise((resolve, reject) => {
      const sent = request(`${proxy}/api/users/login`, {
        method: 'POST',
        headers,
        localAddress,
        agent: false,
      });
      sent.on('response', (response) => resolve(json(response) as Promise<ErrorBody>)).on('error', reject);
      sent.end(body);
    });
  }

  test('distinguishes clients by their address, regardless of forged headers', async () => {
    const admin = await app.user({ role: 'admin' });
    const sent = [await failToSignIn('127.0.0.2'), await failToSignIn('127.0.0.3')];
    const { body } = await admin.call(listAudit, { query: { action: 'sign-in failed' } });
    expect(body.map(({ address, requestId }) => [address, requestId])).toEqual([
      ['127.0.0.3', sent[1]?.requestId],
      ['127.0.0.2', sent[0]?.requestId],
    ]);
  });

  test('does not buffer the live stream', async () => {
    const user = await app.user();
    const stream = await LiveReader.open(proxy, user.token);
    const bug = await app.bug(user);
    expect(await stream.next()).toMatchObject({ data: { type: 'bug', _id: bug._id } });
    const next = await app.bug(user);
    expect(await stream.next()).toMatchObject({ data: { type: 'bug', _id: next._id } });
    stream.close();
  });

  test('forwards every body that the server accepts, and leaves refusals to the server', async () => {
    const { token } = await app.user();
    const file = (description: string) =>
      client(proxy, token).send('POST', '/api/bugs', {
        body: JSON.stringify({ ...aBug, description }).replaceAll('🦗', String.raw`\ud83e\udd97`),
        headers: { 'content-type': 'application/json' },
      });
    expect((await file('🦗'.repeat(100_000))).status).toBe(201);
    const { status, error } = await file('a'.repeat(1_400_000));
    expect([status, error.code]).toEqual([413, 'payload_too_large']);
  });
});
