import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCrashablePostgres } from '#server/test/postgres/crashable-postgres.ts';
import { seeded } from '#server/seed/seeded-random.ts';
import { everyStep, runJobRounds } from './job-rounds.ts';
import { withFault } from './parts.ts';
import { preparePowerLoss, whyNoPowerLoss } from './power-loss.ts';
import { shuffled } from './random.ts';
import { runRounds } from './rounds.ts';
import { postgresSite, sqliteSite } from './site.ts';

// The short form of `npm run crash`. The full run adds what takes too long or needs too much for every test run.
const postgres = await startCrashablePostgres();
afterAll(() => postgres.stop());

/** The moments of crashes differ in every run. A failure names the seed, and CRASH_SEED repeats it. */
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 31);
const short = { seed, writeFor: 400, maxWriters: 4 };
const sites = {
  SQLite: () => sqliteSite(),
  PostgreSQL: () => postgresSite(postgres),
};

test.each(['SQLite', 'PostgreSQL'] as const)(
  'no acknowledged write is lost when %s is killed, and all are mailed',
  { tags: ['slow'] },
  async (engine) => {
    const { rounds, acknowledged, faults } = await runRounds({
      ...short,
      rounds: 1,
      sendsMail: true,
      newSite: sites[engine],
    });
    // How quickly the server returns depends on the machine, which also runs other tests.
    const wrong = faults.filter(({ kind }) => kind !== 'slow').map(({ kind, what }) => `${kind}: ${what}`);
    expect(wrong.join('; '), `CRASH_SEED=${seed}`).toBe('');
    expect(rounds).toBe(1);
    expect(acknowledged).toBeGreaterThanOrEqual(1);
  },
);

/** The options end with the first round that finds the fault, usually the very first one with this seed. */
const planted = { ...short, seed: 20_261_121, rounds: 5, untilFault: true };

// A loss is found in the same way on either engine.
test('an acknowledgement before the commit is detected as a loss', { tags: ['slow'] }, async () => {
  const start = withFault('early acknowledgement');
  const { faults } = await runRounds({ ...planted, writeFor: 1_500, newSite: sites.SQLite, start });
  expect(faults.map(({ kind }) => kind)).toContain('lost');
});

test.each(['SQLite', 'PostgreSQL'] as const)(
  'no job is lost when a process that runs jobs on %s is killed',
  { tags: ['slow'] },
  async (engine) => {
    const [step = ''] = shuffled(seeded(seed), everyStep);
    const { faults, line } = await runJobRounds(await sites[engine](), [step]);
    expect({ step, line, faults }).toEqual({
      step,
      line: expect.stringMatching(/^1 crashes/) as string,
      faults: [],
    });
  },
);

const why = await whyNoPowerLoss();
const whyNot = why === undefined ? '' : ` (not run: ${why})`;

describe.skipIf(why !== undefined)(`a power loss${whyNot}`, () => {
  let power: Awaited<ReturnType<typeof preparePowerLoss>>;
  beforeAll(async () => {
    power = await preparePowerLoss();
  });
  afterAll(() => power.stop());
  const newSite = () => power.newSite();

  test('does not lose acknowledged writes', { tags: ['slow'] }, async () => {
    const { faults } = await runRounds({ ...short, rounds: 1, newSite });
    expect(
      faults.filter(({ kind }) => kind !== 'slow'),
      `CRASH_SEED=${seed}`,
    ).toEqual([]);
  });

  test('loses commits that were not synced', { tags: ['slow'] }, async () => {
    const { faults } = await runRounds({ ...planted, newSite, start: withFault('synchronous=OFF') });
    expect(faults.map(({ kind }) => kind)).toContain('lost');
  });
});
