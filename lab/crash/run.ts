// `npm run crash`: real clients write while the server, and PostgreSQL, are killed at random moments; then checks that
// every acknowledged write is stored exactly once and complete. Then the same with power loss, failing disks and full
// disks, and with injected faults that the checks must detect.
import { parseArgs } from 'node:util';
import { type CrashablePostgres, startCrashablePostgres } from '#server/test/postgres/crashable-postgres.ts';
import { allParts } from './parts.ts';
import type { Report } from './tools.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '150' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    only: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed);
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed)) {
  console.error('katydid: --rounds takes a number from 1 on, and --seed a whole number.');
  process.exit(1);
}

let postgres: Promise<CrashablePostgres> | undefined;
const parts = allParts({ rounds, seed, postgres: () => (postgres ??= startCrashablePostgres()), log });
const chosen = parts.filter(({ name }) => name.toLowerCase().includes(values.only.toLowerCase()));

// Ctrl+C ends the servers as well; PostgreSQL is detached from the terminal.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(
    signal,
    () =>
      void Promise.resolve(postgres)
        .then((server) => server?.stop())
        .finally(() => process.exit(130)),
  );

console.log(`${rounds} rounds on each engine, seed ${seed} (again with: npm run crash -- --seed ${seed})`);
let failed = chosen.length === 0;
for (const { name, run, mustFail = false } of chosen) {
  const begun = performance.now();
  const { line, faults, notRun }: Report = await run().catch((error: unknown) => {
    const what = String(error);
    return { line: what, faults: [{ kind: 'damaged', what }] };
  });
  const found = faults.some(({ kind }) => kind === 'lost');
  const isSound = notRun !== undefined || (mustFail ? found : faults.length === 0);
  failed ||= !isSound;
  const verdict = notRun === undefined ? (isSound ? 'ok     ' : 'FAILED ') : 'not run';
  const what = notRun ?? (mustFail ? `${found ? 'found' : 'NOT FOUND'}; ${line}` : line);
  console.log(`${verdict} ${name} (${Math.round((performance.now() - begun) / 1000)} s): ${what}`);
  if (!isSound) for (const fault of faults.slice(0, 20)) console.log(`        ${fault.kind}: ${fault.what}`);
}
await (await postgres)?.stop();
console.log(failed ? 'FAILED' : 'No acknowledged write was lost, no transaction was partial.');
process.exitCode = failed ? 1 : 0;

function log(line: string): void {
  console.log(`        ${line}`);
}
