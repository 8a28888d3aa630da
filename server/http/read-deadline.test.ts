import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { getBug } from '#contract/bugs/bugs.ts';
import { testApp } from '#server/test/harness.ts';
import { ClientConnection } from './client-connection.ts';
import { ClientGone } from './errors.ts';
import { connect as connectDriver } from '#server/engine/sqlite/driver.ts';
import { SqliteReadThread } from '#server/engine/sqlite/read-thread.ts';
import { ReadRefused } from '#server/engine/store.ts';
import { DatabaseTime, ReadDeadline, TimedDb } from './metrics/database-time.ts';

describe('an application whose long reads have no time at all', async () => {
  const app = await testApp({ readTime: 0 });
  const user = await app.user({ role: 'admin' });
  const bug = await app.bug(user);

  test.each([
    '/api/bugs?q=list',
    '/api/bugs?q=list&limit=5&sort=title',
    '/api/bugs?status=open&sort=-updatedAt',
    '/api/bugs?limit=5&assignedTo=me&createdBy=me',
    '/api/admin/audit?action=registered',
    '/api/admin/users?q=list',
    '/api/users/sessions',
  ])('answers 503 for %s, and says when to try again', async (path) => {
    const { status, error, headers } = await user.send('GET', path);
    expect([status, error.code, headers.get('retry-after')]).toEqual([503, 'too_expensive', '2']);
    expect(error.message).toBe(
      'This takes too much work to answer. Narrow it, such as with fewer terms or one more filter.',
    );
  });

  test.each([
    '/api/bugs',
    '/api/bugs?query=status:open',
    '/api/bugs?limit=5',
    '/api/bugs?number=1',
    '/api/bugs/stats',
  ])('answers %s, which costs the same however much is stored', async (path) => {
    expect((await user.send('GET', path)).status).toBe(200);
    expect((await user.call(getBug, { params: { id: bug._id } })).status).toBe(200);
  });
});

test.runIf(inject('engine') === 'sqlite')(
  'a search that is refused because too many wait gets 503, and is logged without a stack',
  async () => {
    const app = await testApp();
    const user = await app.user();
    const running = vi.spyOn(SqliteReadThread.prototype, 'run').mockRejectedValueOnce(new ReadRefused());
    onTestFinished(() => running.mockRestore());
    const { status, error, headers } = await user.send('GET', '/api/bugs?q=list');
    expect([status, error.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '2']);
    expect(app.lines.filter((line) => line.includes('request failed'))).toEqual([]);
    const refused = app.lines.find((line) => line.includes('request refused'));
    expect(JSON.parse(refused ?? '{}')).toMatchObject({ level: 40, reason: 'Too many reads wait' });
  },
);

test.runIf(inject('engine') === 'postgres')(
  'PostgreSQL runs two long reads of a user at once, and serves others',
  { tags: ['slow'] },
  async () => {
    const app = await testApp();
    const [eve, ann] = [await app.user({ role: 'admin' }), await app.user({ role: 'admin' })];
    // Reading the audit trail now takes a minute.
    await app.store.write(async (tx) => {
      await tx.schema.alterTable('audit').renameTo('entries').execute();
      await sql`create view audit as select entries.* from entries right join pg_sleep(60) on true`.execute(
        tx,
      );
    });
    const backends = async () => {
      const { rows } = await sql<{ pid: number; isSlow: boolean }>`
        select pid, state = 'active' and query like '%"audit"%' as "isSlow" from pg_stat_activity
        where application_name = 'katydid' and datname = current_database() and pid <> pg_backend_pid()`.execute(
        app.store.db,
      );
      return rows;
    };
    const slow = async () => (await backends()).filter(({ isSlow }) => isSlow);
    const asked = Array.from({ length: 4 }, () => eve.send('GET', '/api/admin/audit?action=registered'));
    await expect.poll(async () => (await slow()).length).toBe(2);
    const running = await slow();
    const page = await ann.send('GET', '/api/admin/users?q=a');
    expect([page.status, (await slow()).length]).toEqual([200, 2]);
    for (const { status, error, headers } of await Promise.all(asked))
      expect([status, error.code, headers.get('retry-after')]).toEqual([503, 'too_expensive', '2']);
    expect(app.lines.filter((line) => line.includes('request failed'))).toEqual([]);
    const left = (await backends()).map(({ pid }) => pid);
    expect(left).toEqual(expect.arrayContaining(running.map(({ pid }) => pid)));
  },
);

/** A request that a real server has received; its client disconnects on request. */
async function received(readTime: number) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const connection = new ClientConnection(
    { raw: request } as FastifyRequest,
    { raw: response } as FastifyReply,
  );
  return {
    connection,
    deadline: new ReadDeadline(connection, readTime),
    response,
    leave: () => client.destroy(),
  };
}

/** A read that ends only when it is aborted or released. */
const endless = (signal: AbortSignal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

test('a long read is ended at the deadline, and no other begins after it', async () => {
  const { deadline } = await received(1);
  await expect(deadline.run(endless)).rejects.toMatchObject({ code: 'too_expensive' });
  let isBegun = false;
  const next = deadline.run(async () => (isBegun = true));
  await expect(next).rejects.toMatchObject({ code: 'too_expensive' });
  expect(isBegun).toBe(false);
});

test('once the answer has begun, each read has the whole time', async () => {
  const { deadline, response } = await received(1);
  await expect(deadline.run(endless)).rejects.toMatchObject({ code: 'too_expensive' });
  response.write('[');
  expect(await deadline.run(async () => 'read')).toBe('read');
});

test('the reads of a client that has gone are ended', async () => {
  const { deadline, leave } = await received(100_000);
  const reading = deadline.run(endless);
  leave();
  await expect(reading).rejects.toThrow(ClientGone);
  await expect(deadline.run(async () => 'read')).rejects.toThrow(ClientGone);
});

test('a long read gets its signal and its caller', async () => {
  const { connection, deadline } = await received(100_000);
  const given: unknown[] = [];
  const none = async () => {};
  const { kysely } = connectDriver({
    init: none,
    acquireConnection: async () => ({
      executeQuery: async (_query, options) => {
        given.push(options);
        return { rows: [] };
      },
      async *streamQuery() {},
    }),
    beginTransaction: none,
    commitTransaction: none,
    rollbackTransaction: none,
    releaseConnection: none,
    destroy: none,
  });
  const db = new TimedDb(kysely, new DatabaseTime(), connection, { deadline, caller: () => 'ada' });
  await sql`select 1`.execute(db);
  expect(given).toEqual([{ signal: expect.any(AbortSignal) as unknown, caller: 'ada' }]);
});
