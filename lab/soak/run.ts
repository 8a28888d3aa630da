// `npm run soak` puts a server on SQLite under a third of its maximum load for an hour. Checks that its memory and its
// log do not grow and that no call fails.
import { stat } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { table } from '#lab/figures.ts';
import { startServer } from '#lab/server.ts';
import { Mix } from './mix.ts';
import { type Sample, quarters, verdict } from './quarters.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error('katydid: --minutes takes a number above 0.');
  process.exit(1);
}
const clients = 16;
const length = minutes * 60_000;
/** A run of less than a minute has a shorter preparation, too. */
const share = Math.min(1, minutes);
const bugs = Math.ceil(1_000 * share);
const measured = { warmUp: 5_000 * share, capacity: 20_000 * share };
/** How often actions are begun, and how many samples are taken in all. */
const tick = 20;
const sampleCount = 200;
/** If more actions than this are in progress, the machine cannot keep up, and fewer are sent. */
const most = 500;
const megabyte = 1024 * 1024;

const server = await startServer();
const path = server.databaseUrl.slice('file:'.length);
const mix = new Mix(server);
await mix.begin(bugs);

/** An action of a user is one call or several. */
const counted = { actions: 0, calls: 0, failures: 0, notSent: 0, times: [] as number[] };
/** The number of failures by status; 0 means that there was no answer. */
const failedBy = new Map<number, number>();

async function act(): Promise<void> {
  const begun = performance.now();
  const statuses = await mix.next();
  counted.actions += 1;
  counted.calls += statuses.length;
  const failed = statuses.filter((status) => status === 0 || status >= 400);
  counted.failures += failed.length;
  for (const status of failed) failedBy.set(status, (failedBy.get(status) ?? 0) + 1);
  counted.times.push((performance.now() - begun) / statuses.length);
}

/** Actions and calls a second. */
async function atFull(duration: number): Promise<{ actions: number; calls: number }> {
  const before = { ...counted };
  const end = performance.now() + duration;
  const client = async () => {
    while (performance.now() < end) await act();
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = duration / 1_000;
  return {
    actions: (counted.actions - before.actions) / seconds,
    calls: (counted.calls - before.calls) / seconds,
  };
}

await atFull(measured.warmUp);
const capacity = await atFull(measured.capacity);
console.log(
  `capacity: ${capacity.calls.toFixed(0)} calls a second on ${clients} connections; now a third of it for ${minutes} minutes`,
);

async function sample(): Promise<Sample> {
  const memory = await server.memory();
  const wal = await stat(`${path}-wal`);
  const { calls, times } = counted;
  const failed = counted.failures;
  Object.assign(counted, { calls: 0, failures: 0, times: [] });
  return { memory, wal: wal.size / megabyte, calls, failures: failed, times };
}

await sample();
// Refusals during the warm-up do not count.
failedBy.clear();
mix.unanswered.clear();
const samples: Sample[] = [];
const begun = performance.now();
let due = 0;
let underWay = 0;
while (performance.now() - begun < length) {
  await delay(tick);
  const elapsed = performance.now() - begun;
  for (; due < (elapsed / 1_000) * (capacity.actions / 3); due += 1) {
    if (underWay >= most) {
      counted.notSent += 1;
      continue;
    }
    underWay += 1;
    void act().finally(() => (underWay -= 1));
  }
  if (elapsed > ((samples.length + 1) * length) / sampleCount) samples.push(await sample());
}
const parts = quarters(samples);
const wrong = [...verdict(parts), ...(server.runs ? [] : ['the server died'])];
await server.stop();

const rows = parts.map(({ calls, failures, median, slowest, memory, wal }, i) => [
  `${i + 1}`,
  `${calls}`,
  `${failures}`,
  median.toFixed(1),
  slowest.toFixed(1),
  memory.toFixed(0),
  wal.toFixed(1),
]);
console.log(table(['quarter', 'calls', 'failed', 'median ms', 'p99 ms', 'memory MB', 'log MB'], rows));
console.log(
  `${counted.notSent} actions were not begun, as ${most} were under way; load ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} cores`,
);
for (const [status, times] of failedBy)
  console.log(`${times} calls were answered ${status === 0 ? 'nothing' : status}`);
for (const [reason, times] of mix.unanswered) console.log(`${times} of these: ${reason}`);
console.log(
  wrong.length === 0 ? 'ok: memory and log are flat, and nothing failed' : `FAILED: ${wrong.join('; ')}`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
