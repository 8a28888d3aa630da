// Measures whether the time of a refused sign-in reveals that an account exists: the ratio of the medians should be
// near 1.
import { median, timeOf } from '#lab/figures.ts';
import { person, startServer } from '#lab/server.ts';
import { openDatabase } from '#server/engine/open.ts';
import { report } from './parts/report.ts';

const rounds = 200;
const server = await startServer();
await server.register();
const store = await openDatabase(server.databaseUrl, { exclusive: false });

const emails = { known: person.email, unknown: 'unknown@example.com' };
const times = { known: [] as number[], unknown: [] as number[] };
for (let i = 0; i < rounds + 10; i += 1) {
  // Each of the two goes first equally often.
  for (const who of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
    // Clears the counts of tries, because a refusal for too many tries takes no time.
    await store.write(async (tx) => {
      await tx.deleteFrom('sign_in_tries').execute();
      await tx.deleteFrom('rate_limits').execute();
    });
    const body = { email: emails[who], password: 'not this one' };
    const took = await timeOf(() => server.send('POST', '/api/users/login', { body }));
    // The first ones warm up.
    if (i >= 10) times[who].push(took);
  }
}
await store.close();
await server.stop();

const ratio = median(times.unknown) / median(times.known);
await report({
  program: 'sign-in.ts',
  figures: [
    [
      'a refused sign-in with an unknown address, times one with a wrong password',
      ratio.toFixed(3),
      '0.9 to 1.1',
    ],
  ],
});
process.exitCode = ratio > 0.9 && ratio < 1.1 ? 0 : 1;
