// Measures what one user's flood of expensive requests costs another user: 200 requests for the list of 20,000 users
// whose connections are closed at once, and as many that wait for their answers. `node lab/bench/abandoned.ts` prints a
// table.
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { seedDatabase, startServer } from '#lab/server.ts';
import { Connection, bytes } from './parts/load.ts';
import { report } from './parts/report.ts';

const users = 20_000;
const requests = 200;

const server = await startServer({ fill: (url) => seedDatabase(url, 10, users) });
const { port } = server;
const [one, other] = [await server.register('one@example.com'), await server.register('other@example.com')];
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
/** Commits a change before each measurement, so that no answer comes from the cache. */
const change = () => server.file(one);

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

const answers = [...statuses].map(([status, all]) => `${status}: ${all.length}`).join(', ');
const flood = `${requests} calls for all of ${users.toLocaleString('en')} users`;
await report({
  program: 'abandoned.ts',
  about: `All users take ${first} the first time, ${again} after a change of something else. The flood was answered: ${answers}.`,
  figures: [
    [`another user's profile after ${flood}, abandoned`, afterAbandoned, 'under 500 ms'],
    [`another user's profile beside ${flood}`, besideOthers, 'under 500 ms'],
  ],
});
