import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBug } from '#contract/bugs/bugs.ts';
import { createComment } from '#contract/conversation/comments.ts';
import { countInbox, listInbox, updateInboxItem } from '#contract/conversation/inbox.ts';
import { type SignedInUser, register } from '#contract/accounts/users.ts';
import { watchBug } from '#contract/conversation/watching.ts';
import { bareDatabase } from '#server/test/database.ts';
import { aBug, client, password, retryOn503 } from '#server/test/harness.ts';
import { LiveReader } from '#server/test/live-reader.ts';
import { type ServerProcess, startServer } from '#server/test/server-process.ts';

/** Two servers, each a process of its own, on one database. */
let servers: [ServerProcess, ServerProcess];
let database: pg.Client;

beforeAll(async () => {
  const databaseUrl = await bareDatabase('postgres');
  database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  servers = await Promise.all([startServer(databaseUrl), startServer(databaseUrl)]);
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.end();
});

const as = (server: { url: string }, user: { token: string }) => client(server.url, user.token);

async function person(name: string): Promise<SignedInUser> {
  const body = { name, email: `${name}@example.com`, password };
  const answer = await client(servers[0].url, undefined).call(register, { body });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** How many unread bugs each server counts. */
async function counts(user: SignedInUser): Promise<number[]> {
  return Promise.all(
    servers.map(async (server) => (await as(server, user).call(countInbox, {})).body.unread),
  );
}

/** Waits for a change of the user's inbox. */
async function changed(stream: LiveReader, user: SignedInUser): Promise<void> {
  for (let event = await stream.next(); event; event = await stream.next())
    if (event.data['type'] === 'inbox' && event.data['_id'] === user._id) return;
  throw new Error('The stream ended');
}

test('activity on two servers is one row per bug and user, counted and read on both', async () => {
  const [a, b] = servers;
  const users = [await person('ann'), await person('bob'), await person('cyd')];
  const [ann, bob, cyd] = users as [SignedInUser, SignedInUser, SignedInUser];
  const bugs = await Promise.all(
    [a, b, a, b].map(async (server, i) => {
      const body = { ...aBug, assignedTo: i === 0 ? cyd._id : null };
      const { status, body: bug } = await retryOn503((key) => as(server, ann).call(createBug, { body }, key));
      expect(status).toBe(201);
      const watch = { params: { id: bug._id }, query: {} };
      expect((await retryOn503(() => as(server, cyd).call(watchBug, watch))).status).toBe(204);
      return bug._id;
    }),
  );
  // On each bug, activities through both servers coincide.
  await Promise.all(
    bugs.flatMap((id) =>
      [a, b, a, b].map(async (server, i) => {
        const body = { body: `Comment ${i} for @cyd` };
        const answer = await retryOn503((key) =>
          as(server, bob).call(createComment, { params: { id }, body }, key),
        );
        expect(answer.status).toBe(201);
      }),
    ),
  );
  const waiting = `select id from jobs where kind = 'inbox fan-out' and due_at is not null`;
  await expect.poll(async () => (await database.query(waiting)).rowCount).toBe(0);
  for (const user of [ann, cyd]) {
    expect(await counts(user)).toEqual([bugs.length, bugs.length]);
    for (const server of servers) {
      const { body } = await as(server, user).call(listInbox, { query: {} });
      expect(body.map(({ bug }) => bug._id).toSorted()).toEqual(bugs.toSorted());
    }
  }
  const [id = ''] = bugs;
  const stream = await LiveReader.open(b.url, ann.token);
  const read = { params: { bugId: id }, body: { state: 'read' } } as const;
  expect((await as(a, ann).call(updateInboxItem, read)).status).toBe(200);
  await changed(stream, ann);
  expect(await counts(ann)).toEqual([bugs.length - 1, bugs.length - 1]);
  // Another user's activity through the first server reaches the stream of the second.
  await as(a, bob).call(createComment, { params: { id }, body: { body: 'Once more' } });
  await changed(stream, ann);
  await expect.poll(() => counts(ann)).toEqual([bugs.length, bugs.length]);
  stream.close();
  // Reading affects only the reader's own inbox.
  expect(await counts(cyd)).toEqual([bugs.length, bugs.length]);
  expect(await counts(bob)).toEqual([0, 0]);
  for (const server of servers) expect(server.log.filter(({ level }) => level >= 50)).toEqual([]);
});
