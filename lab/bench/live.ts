// Measures what 500 open live streams cost one server on SQLite: memory, and the time of ordinary calls, as ratios
// within one run. `node lab/bench/live.ts` prints a table and writes its section of lab/bench/README.md.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { median, timeOf } from '#lab/figures.ts';
import { startServer } from '#lab/server.ts';
import { report } from './parts/report.ts';

const streams = 500;
const rounds = 7;
const callsPerRound = 1_500;
const atOnce = 8;
/** The users who have the list open, and the changes after which each of them reads it again. */
const team = { size: 20, changes: 20 };

const server = await startServer({ sockets: atOnce });
const token = await server.register();
const ids: string[] = [];
for (let i = 0; i < 200; i += 1) ids.push(await server.file(token));

/** The milliseconds that a round of reading bugs takes. */
async function reading(): Promise<number> {
  let next = 0;
  const reader = async () => {
    while (next < callsPerRound) await server.send('GET', `/api/bugs/${ids[next++ % ids.length]}`, { token });
  };
  return timeOf(() => Promise.all(Array.from({ length: atOnce }, reader)));
}

/** The maximum number of open streams per user. */
const ofOne = 50;
const tokens: string[] = [];
for (let i = 0; i < streams / ofOne; i += 1) tokens.push(await server.register(`reader${i}@example.com`));
const teamTokens: string[] = [];
for (let i = 0; i < team.size; i += 1) teamTokens.push(await server.register(`member${i}@example.com`));
let listeners = 0;

async function open(): Promise<IncomingMessage> {
  const call = request(`${server.url}/api/live`, {
    agent: false,
    headers: { authorization: `Bearer ${tokens[(listeners += 1) % tokens.length]}` },
  }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  response.resume();
  return response;
}

/** The time in which the team reads the list after a change, as a ratio to that of one user. */
async function listForTeam(): Promise<number> {
  const change = (title: string) => server.send('PUT', `/api/bugs/${ids[0]}`, { token, body: { title } });
  const list = (reader: string) => server.send('GET', '/api/bugs?limit=50', { token: reader });
  let [alone, together] = [0, 0];
  for (let i = 0; i < team.changes; i += 1) {
    await change(`Before one ${i}`);
    alone += await timeOf(() => list(token));
    await change(`Before all ${i}`);
    together += await timeOf(() => Promise.all(teamTokens.map(list)));
  }
  return together / alone;
}

await reading();
const before = await server.memory();
const times = { without: [] as number[], idle: [] as number[], changing: [] as number[] };
let held = 0;
for (let round = 0; round < rounds; round += 1) {
  times.without.push(await reading());
  const opened: IncomingMessage[] = [];
  for (let i = 0; i < streams; i += 20) opened.push(...(await Promise.all(Array.from({ length: 20 }, open))));
  times.idle.push(await reading());
  held = Math.max(held, (await server.memory()) - before);
  // Ten changes a second, which is busy for a team.
  const telling = setInterval(
    () =>
      void server.send('PUT', `/api/bugs/${ids[0]}`, {
        token,
        body: { title: `A bug ${performance.now()}` },
      }),
    100,
  );
  times.changing.push(await reading());
  clearInterval(telling);
  for (const response of opened) response.destroy();
  await new Promise((resolve) => setTimeout(resolve, 300));
}
const forTeam: number[] = [];
for (let round = 0; round < rounds; round += 1) forTeam.push(await listForTeam());
await server.stop();

const idle = median(times.idle) / median(times.without);
const changing = median(times.changing) / median(times.without);
const rows = [
  [`memory of ${streams} open streams`, `${held.toFixed(0)} MB`, '100 MB'],
  [`ordinary calls with ${streams} idle streams, time as a ratio to none`, idle.toFixed(2), '1.10'],
  ['the same with ten changes a second sent to all of them', changing.toFixed(2)],
  [`${team.size} users read a page of 50 after a change, times what one takes`, median(forTeam).toFixed(1)],
];
await report({
  program: 'live.ts',
  about: `One server on SQLite; a round is ${callsPerRound} calls of \`GET /api/bugs/:id\` on ${atOnce} connections.`,
  figures: rows,
});
