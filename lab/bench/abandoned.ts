// What one user's flood of expensive requests costs another user: 200 requests for all of 20,000 users whose connections are
// closed at once, and the same number that wait for their answers. `node lab/bench/abandoned.ts` prints a table.
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection, bytes } from './parts/load.ts';
import { report } from './parts/report.ts';
import { seedFile, startServer } from './parts/server.ts';

const users = 20_000;
const requests = 200;

const folder = await mkdtemp(join(tmpdir(), 'katydid-bench-'));
const server = await startServer({ databaseUrl: seedFile(folder, 10, users) });
const port = Number(new URL(server.url).port);
const [one, other] = [await server.register('one@example.com'), await server.register('other@example.com')];
// Changed before each measurement, so that no answer comes from the cache.
const bug = { title: 'A bug', description: 'Of today', status: 'open', priority: 'low' };
const list = bytes('GET', '/api/users', { token: one });

/** The status of the answer, or the error message if there was none. */
const send = async (call: Buffer) => {
  const connection = await Connection.open(port);
  const status = await connection.exchange(call).catch((error: unknown) => (error as Error).message);
  connection.close();
  return status;
};
const timed = async (token: string, path: string) => {
  const begun = performance.now();
  const status = await send(bytes('GET', path, { token }));
  const took = `${(performance.now() - begun).toFixed(0)} ms`;
  return status === 200 ? took : `${took} (${status})`;
};
const change = () => server.send('POST', '/api/bugs', { token: one, body: bug });

const first = await timed(one, '/api/users');
await change();
const again = await timed(one, '/api/users');

const abandoned = async () => {
  const sockets = Array.from({ length: requests }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => {}).write(list);
  await delay(100);
  for (const socket of sockets) socket.destroy();
};
await change();
await abandoned();
const afterAbandoned = await timed(other, '/api/users/profile');
const beside = Promise.all(Array.from({ length: requests }, () => send(list)));
await delay(100);
const besideOthers = await timed(other, '/api/users/profile');
const statuses = Map.groupBy(await beside, (status) => status);
await server.stop();
await rm(folder, { recursive: true });

const answers = [...statuses].map(([status, all]) => `${status}: ${all.length}`).join(', ');
await report(
  'Abandoned requests (`node lab/bench/abandoned.ts`)',
  `${users.toLocaleString('en')} users; one of them sends ${requests} calls of \`GET /api/users\` at once, then another asks for their own profile.

| what | measured | goal |
| --- | --- | --- |
| all users, the first time | ${first} | |
| all users, after a change of something else | ${again} | |
| the other user's call, the ${requests} being abandoned | ${afterAbandoned} | under 500 ms |
| the other user's call, the ${requests} being waited for | ${besideOthers} (answers: ${answers}) | under 500 ms |
`,
);
