// `npm run fuzz`: the long run of server/test/fuzz/fuzz.test.ts, 100,000 requests on each engine with a new seed.
import { spawnSync } from 'node:child_process';

const requests = process.env['FUZZ_REQUESTS'] ?? '100000';
const seed = process.env['FUZZ_SEED'] ?? String(Date.now() % 2 ** 31);
process.stdout.write(`${requests} requests on each engine, seed ${seed} (repeat with FUZZ_SEED=${seed})\n`);
const args = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  'sqlite',
  '--project',
  'postgres',
  'server/test/fuzz/fuzz.test.ts',
];
const { status } = spawnSync(process.execPath, args, {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_REQUESTS: requests, FUZZ_SEED: seed },
});
process.exitCode = status ?? 1;
