// The capacity of one process: `node lab/bench/limits.ts`. Each connection sends its next request as soon as the previous one is
// answered, faster than any person.
import { percentile, table } from '#lab/figures.ts';
import { filedBug, startServer } from '#lab/server.ts';
import { bytes, load } from './parts/load.ts';
import { report } from './parts/report.ts';

const seconds = 5;
const server = await startServer();
const { port } = server;
const token = await server.register();
const ids: string[] = [];
for (let i = 0; i < 1_000; i += 1) ids.push(await server.file(token));

/** Of ten calls, nine read: five a bug, three a page, one the counts; one files a bug. */
let turn = 0;
function mixed(): Buffer {
  turn += 1;
  const at = turn % 10;
  if (at === 0) return bytes('POST', '/api/bugs', { token, body: filedBug });
  if (at === 1) return bytes('GET', '/api/bugs/stats', { token });
  if (at < 5) return bytes('GET', '/api/bugs?limit=50', { token });
  return bytes('GET', `/api/bugs/${ids[turn % ids.length]}`, { token });
}

const lines: string[][] = [];
let alone = 0;
for (const connections of [1, 16, 64, 256, 1_024]) {
  const { perSecond, times, failed } = await load(port, { connections, seconds, next: mixed });
  const served = perSecond * (1 - failed / times.length);
  alone ||= served;
  const [half, nearly] = [percentile(times, 0.5), percentile(times, 0.99)];
  lines.push([
    `${connections}`,
    (served / alone).toFixed(2),
    `${half.toFixed(1)} ms`,
    `${nearly.toFixed(1)} ms`,
    `${((100 * failed) / times.length).toFixed(1)} %`,
    `${(await server.memory()).toFixed(0)} MB`,
  ]);
}
await server.stop();
await report(
  'Many at once (`node lab/bench/limits.ts`)',
  `Of ten calls five read a bug, three a page of 50, one the counts, and one files a bug; SQLite, ${seconds} s each. The
server shares two cores with the clients. One connection was served ${alone.toFixed(0)} times a second; p50 and p99 are of all responses.

${table(['connections', 'served, times one', 'p50', 'p99', 'refused', 'memory'], lines)}`,
);
