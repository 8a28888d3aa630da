// Measures what an upload costs, as a ratio to a bare node:http server that hashes and syncs the same bytes, and by how
// much the process grows with 50 uploads of 25 MB at once. `node lab/bench/uploads.ts`.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '#lab/figures.ts';
import { startServer } from '#lab/server.ts';
import { Program, whenReady } from '#server/test/server-process.ts';
import { report } from './parts/report.ts';

const megabyte = 1024 ** 2;
const sizes = [0.25, 5] as const;
const rounds = 7;
const callers = 4;

/** As long as those of browsers, because the time to find it depends on its length. */
const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gWx';
const disposition = 'Content-Disposition: form-data; name="file"; filename="a.bin"';
const head = Buffer.from(`--${boundary}\r\n${disposition}\r\n\r\n`);
const end = Buffer.from(`\r\n--${boundary}--\r\n`);
const agent = new Agent({ keepAlive: true });

/** Sends the bytes; returns the status of the answer. */
async function post(
  url: string,
  parts: readonly Buffer[],
  headers: Record<string, string> = {},
): Promise<number> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const sent = request(url, { method: 'POST', agent, headers: { 'content-length': length, ...headers } });
  for (const part of parts) sent.write(part);
  sent.end();
  const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

/** Uploads per second of concurrent callers that each send this many. */
async function rate(count: number, send: () => Promise<number>): Promise<number> {
  const begun = performance.now();
  const caller = async () => {
    for (let i = 0; i < count; i += 1) {
      const status = await send();
      if (status >= 300) throw new Error(`An upload was answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return (count * callers) / ((performance.now() - begun) / 1_000);
}

let server = await startServer();
const folder = await mkdtemp(join(tmpdir(), 'katydid-bench-'));
const bare = await whenReady(new Program(['lab/bench/parts/bare-uploads.ts', folder], {}));

const form = async () => ({
  authorization: `Bearer ${await server.register(`bench-${randomBytes(6).toString('hex')}@example.com`)}`,
  'content-type': `multipart/form-data; boundary=${boundary}`,
});
const upload = (headers: Record<string, string>, content: Buffer, first = Buffer.alloc(0)) =>
  post(`${server.url}/api/files`, [head, first, content, end], headers);

const headers = await form();
const lines: string[][] = [];
for (const size of sizes) {
  const count = size < 1 ? 40 : 8;
  const content = randomBytes(size * megabyte);
  // Different bytes for each upload: equal contents would be stored once.
  const fresh = () => Buffer.concat([randomBytes(16), content.subarray(16)]);
  const rates = { bare: [] as number[], server: [] as number[] };
  for (let i = 0; i < rounds + 1; i += 1) {
    const [least, ours] = [
      await rate(count, () => post(bare.url, [fresh()])),
      await rate(count, () => upload(headers, fresh())),
    ];
    // The first round warms up.
    if (i > 0) rates.bare.push(least);
    if (i > 0) rates.server.push(ours);
    await Promise.all((await readdir(folder)).map((name) => rm(join(folder, name))));
  }
  const ratios = rates.server.map((one, i) => one / (rates.bare[i] ?? 1));
  lines.push([
    `uploads of ${size} MB, ${callers} at a time, of a bare server that hashes and syncs`,
    `${median(ratios).toFixed(2)} (${median(rates.server).toFixed(0)} a second)`,
    `at least ${size < 1 ? 0.6 : 0.7}`,
  ]);
}

await bare.stop();
await server.stop();

// Starts a new process, which has not grown by the previous uploads.
server = await startServer();
const callersOfMany = await Promise.all(Array.from({ length: 3 }, form));
await upload(callersOfMany[0] ?? {}, randomBytes(megabyte));
const before = await server.memory();
let most = before;
const watch = setInterval(() => void server.memory().then((now) => (most = Math.max(most, now))), 20);
const large = randomBytes(25 * megabyte - 1_024);
const statuses = await Promise.all(
  Array.from({ length: 50 }, (_, i) => upload(callersOfMany[i % 3] ?? {}, large, randomBytes(16))),
);
clearInterval(watch);
if (statuses.some((status) => status !== 201))
  throw new Error(`Answered ${[...new Set(statuses)].join(', ')}`);
await server.stop();
agent.destroy();
await rm(folder, { recursive: true });

await report({
  program: 'uploads.ts',
  about:
    'One server on SQLite, its files on the same disk; as a ratio to a bare `node:http` that hashes and syncs the same bytes.',
  figures: [
    ...lines,
    ['50 uploads of 25 MB at once: growth of the process', `${(most - before).toFixed(0)} MB`, '64 MB'],
  ],
});
