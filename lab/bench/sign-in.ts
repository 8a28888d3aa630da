// Whether the time of a refused sign-in reveals that an account exists: the ratio of the medians, which should be near 1.
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildApp } from '#server/app.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { median } from './parts/load.ts';

const rounds = 200;
const folder = await mkdtemp(join(tmpdir(), 'katydid-bench-'));
const store = await openDatabase(`file:${join(folder, 'katydid.db')}`, { exclusive: true });
await migrate(store);
const app = await buildApp({ store, logger: pino({ level: 'silent' }) });
await app.listen({ port: 0, host: '127.0.0.1' });
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

async function post(path: string, body: object): Promise<number> {
  const begun = performance.now();
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.text();
  return performance.now() - begun;
}

const known = { name: 'Known', email: 'known@example.com', password: 'under seven bridges' };
await post('/api/users/register', known);

const times = { known: [] as number[], unknown: [] as number[] };
for (let i = 0; i < rounds + 10; i += 1) {
  // Each goes first as often as the other.
  for (const who of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
    // A refusal for too many tries takes no time.
    await store.write(async (tx) => {
      await tx.deleteFrom('sign_in_tries').execute();
      await tx.deleteFrom('rate_limits').execute();
    });
    const took = await post('/api/users/login', { email: `${who}@example.com`, password: 'not this one' });
    // The first ones warm up.
    if (i >= 10) times[who].push(took);
  }
}
await app.close();
await store.close();
await rm(folder, { recursive: true });

const ratio = median(times.unknown) / median(times.known);
process.stdout.write(
  `sign-in refused, ${rounds} each, interleaved: unknown address / wrong password = ${ratio.toFixed(3)} (goal 0.9 to 1.1)\n`,
);
process.exitCode = ratio > 0.9 && ratio < 1.1 ? 0 : 1;
