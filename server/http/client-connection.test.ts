import { maxLongReads } from '#server/engine/postgres/open.ts';
import { defaultConnections } from '#server/engine/store.ts';
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import * as bugs from '#contract/bugs/bugs.ts';
import { testApp } from '#server/test/harness.ts';
import { ClientConnection } from './client-connection.ts';
import { EventDispatcher } from '#server/events.ts';
import { ClientGone } from './errors.ts';
import { type AppContext, RequestContext } from './request-context.ts';

const app = await testApp();

/** A server with one route, with a handler for each use of the connection. */
async function serve(
  handle: (client: ClientConnection, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): Promise<Socket> {
  const server = fastify();
  server.post('/', async (request, reply) => handle(new ClientConnection(request, reply), request, reply));
  await server.listen();
  const socket = connect((server.server.address() as AddressInfo).port, 'localhost');
  onTestFinished(async () => {
    socket.destroy();
    await server.close();
  });
  await once(socket, 'connect');
  return socket;
}

const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
const holder = { client: undefined as ClientConnection | undefined };

test('the signal is aborted when the client closes the connection', async () => {
  const aborted = Promise.withResolvers<unknown>();
  const begun = Promise.withResolvers<void>();
  const socket = await serve(async ({ signal }) => {
    signal.addEventListener('abort', () => aborted.resolve(signal.reason));
    begun.resolve();
    await aborted.promise;
  });
  socket.write(post);
  await begun.promise;
  socket.destroy();
  expect(await aborted.promise).toBeInstanceOf(ClientGone);
});

test('the signal is not aborted by the end of a body or after the answer', async () => {
  const socket = await serve(async (client) => {
    holder.client = client;
    const { signal } = client;
    for (let i = 0; i < 20; i += 1) await nextIteration();
    return { aborted: signal.aborted };
  });
  socket.write(post);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(String(answer)).toContain('{"aborted":false}');
  socket.destroy();
  await expect.poll(() => holder.client?.isClosed).toBe(true);
  expect(holder.client?.signal.aborted).toBe(false);
});

test('no transaction begins for a client that has gone, but a begun one is finished', async () => {
  const outcome = Promise.withResolvers<unknown[]>();
  const begun = Promise.withResolvers<void>();
  const { store } = app;
  const counter = () => store.db.selectFrom('counters').select('value').where('name', '=', 'bugs');
  const before = await counter().executeTakeFirstOrThrow();
  const { db, longReads, write } = store;
  const events = new EventDispatcher([]);
  const context = { db, longReads, write, events, now: () => new Date() } as AppContext;
  const socket = await serve(async (client, request, reply) => {
    const call = new RequestContext(context, request, reply, bugs.createBug);
    const count = () =>
      call.write(async (tx) => {
        begun.resolve();
        await new Promise<void>((resolve) => client.onClose(resolve));
        const counted = tx.updateTable('counters').set({ value: before.value + 1000 });
        await counted.where('name', '=', 'bugs').execute();
        return 'finished';
      });
    const first = await count().catch((error: unknown) => error);
    const second = await count().catch((error: unknown) => error);
    const read = await call.db
      .selectFrom('counters')
      .selectAll()
      .execute()
      .catch((error: unknown) => error);
    outcome.resolve([first, second, read]);
  });
  socket.write(post);
  await begun.promise;
  socket.destroy();
  expect(await outcome.promise).toEqual(['finished', new ClientGone(), new ClientGone()]);
  expect(await counter().executeTakeFirstOrThrow()).toEqual({ value: before.value + 1000 });
});

test('a request waiting for a database connection is not run if its client has gone', async () => {
  const { store } = app;
  const user = await app.user();
  const gate = Promise.withResolvers<void>();
  const hold = (until: Promise<void>) =>
    Array.from({ length: defaultConnections - maxLongReads }, () => store.write(() => until));
  // Connections are opened before they are held: on a busy machine, opening may take longer than a transaction may be
  // idle.
  await Promise.all(hold(Promise.resolve()));
  const holders = hold(gate.promise);
  await expect.poll(() => store.connections().waiting, { timeout: 30_000 }).toBeGreaterThan(0);
  const held = store.connections().waiting;
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  const body = JSON.stringify({ title: 'Gone', description: 'Gone', status: 'open', priority: 'low' });
  socket.write(
    `POST /api/bugs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await expect.poll(() => store.connections().waiting, { timeout: 30_000 }).toBe(held + 1);
  socket.destroy();
  // Once the server answers another client, it has noticed.
  await fetch(`${app.url}/healthz`);
  await fetch(`${app.url}/healthz`);
  gate.resolve();
  await Promise.all(holders);
  expect((await user.call(bugs.listBugs, { query: { q: 'Gone' } })).body).toEqual([]);
});
