// What 500 open live streams cost one server on SQLite: memory, and the time of ordinary calls, as ratios within one run.
// `node bench/live.ts` prints a table and writes bench/README.md.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';

const streams = 500;
const rounds = 7;
const callsPerRound = 1_500;
const atOnce = 8;

const folder = await mkdtemp(join(tmpdir(), 'katydid-bench-'));
const root = join(import.meta.dirname, '..');
const server: ChildProcess = spawn(process.execPath, ['server/main.ts', '--api-only'], {
  cwd: root,
  env: {
    PATH: process.env['PATH'],
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    DATABASE_URL: `file:${join(folder, 'k.db')}`,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});

let said = '';
const url = await new Promise<string>((resolve) => {
  server.stdout?.on('data', (data) => {
    if (said.length < 10_000) said += String(data);
    const found = /ready: (http:[^"\s]+)/.exec(said)?.[1];
    if (found !== undefined) resolve(found);
  });
});

const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

function send(method: string, path: string, token?: string, body?: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const call = request(url + path, { method, agent, headers }, (response) => {
      let text = '';
      response.on('data', (data) => (text += String(data))).on('end', () => resolve(text));
    });
    call.on('error', reject).end(body && JSON.stringify(body));
  });
}

async function rss(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

const person = { name: 'Bench', email: 'bench@example.com', password: 'green under grey stones' };
const { token } = JSON.parse(await send('POST', '/api/users/register', undefined, person)) as {
  token: string;
};
const aBug = {
  title: 'A bug',
  description: 'Of ordinary length. '.repeat(10),
  status: 'open',
  priority: 'low',
};
const ids: string[] = [];
for (let i = 0; i < 200; i += 1) {
  ids.push((JSON.parse(await send('POST', '/api/bugs', token, aBug)) as { _id: string })._id);
}

/** The milliseconds that a round of reading bugs takes. */
async function reading(): Promise<number> {
  const begun = performance.now();
  let next = 0;
  const reader = async () => {
    while (next < callsPerRound) await send('GET', `/api/bugs/${ids[next++ % ids.length]}`, token);
  };
  await Promise.all(Array.from({ length: atOnce }, reader));
  return performance.now() - begun;
}

async function open(): Promise<IncomingMessage> {
  const call = request(`${url}/api/live`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  response.resume();
  return response;
}

await reading();
const before = await rss();
const times = { without: [] as number[], idle: [] as number[], told: [] as number[] };
let held = 0;
for (let round = 0; round < rounds; round += 1) {
  times.without.push(await reading());
  const opened: IncomingMessage[] = [];
  for (let i = 0; i < streams; i += 20) opened.push(...(await Promise.all(Array.from({ length: 20 }, open))));
  times.idle.push(await reading());
  held = Math.max(held, (await rss()) - before);
  // Ten changes a second, which is busy for a team.
  const telling = setInterval(
    () => void send('PUT', `/api/bugs/${ids[0]}`, token, { title: `A bug ${performance.now()}` }),
    100,
  );
  times.told.push(await reading());
  clearInterval(telling);
  for (const response of opened) response.destroy();
  await new Promise((resolve) => setTimeout(resolve, 300));
}
server.kill('SIGTERM');
await once(server, 'exit');
agent.destroy();
await rm(folder, { recursive: true });

const idle = median(times.idle) / median(times.without);
const told = median(times.told) / median(times.without);
const table = `| what | measured | goal |
| --- | --- | --- |
| memory of ${streams} open streams | ${held.toFixed(0)} MB | under 100 MB |
| ordinary calls with ${streams} idle streams, time as a ratio to none | ${idle.toFixed(2)} | at most 1.10 |
| the same with ten changes a second told to all of them | ${told.toFixed(2)} | (for comparison) |
`;
process.stdout.write(table);
await writeFile(
  join(import.meta.dirname, 'README.md'),
  `# Measurements

Every figure is a ratio to something measured in the same run, interleaved, as a median of ${rounds} rounds; or an amount of
memory. Absolute times mean little on shared hardware.

## Live streams (\`node bench/live.ts\`)

One server on SQLite; a round is ${callsPerRound} calls of \`GET /api/bugs/:id\` on ${atOnce} connections. ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}).

${table}
## Refused sign-ins (\`node bench/sign-in.ts\`)

Prints the ratio of the time for an unknown address to that for a wrong password, which should be near 1.
`,
);
