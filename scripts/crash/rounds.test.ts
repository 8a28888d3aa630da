import { afterAll, expect, test } from 'vitest';
import { startCrashablePostgres } from '#server/test/postgres/crashable-postgres.ts';
import { withFault } from './parts.ts';
import { preparePowerLoss, whyNoPowerLoss } from './power-loss.ts';
import { runJobRounds } from './job-rounds.ts';
import { runRounds } from './rounds.ts';
import { postgresSite, sqliteSite } from './site.ts';

// The short form of `npm run crash`, which has what is too long or needs too much for every run.
const postgres = await startCrashablePostgres();
afterAll(() => postgres.stop());

const short = { rounds: 3, seed: 20_261_121, writeFor: 400 };
/** Ends with the first round that finds the fault, as a rule the first of all. */
const planted = { ...short, rounds: 5, untilFault: true };
const sites = {
  SQLite: () => sqliteSite(),
  PostgreSQL: () => postgresSite(postgres),
};

test.each(['SQLite', 'PostgreSQL'] as const)(
  '%s is killed at any moment: every acknowledged write is stored once and complete, and mailed',
  { tags: ['slow'] },
  async (engine) => {
    const { rounds, acknowledged, faults } = await runRounds({
      ...short,
      sendsMail: true,
      newSite: sites[engine],
    });
    // How quickly it returns is a matter of the machine, which has other tests to run.
    const wrong = faults.filter(({ kind }) => kind !== 'slow').map(({ kind, what }) => `${kind}: ${what}`);
    expect(wrong.join('; ')).toBe('');
    expect(rounds).toBe(short.rounds);
    expect(acknowledged).toBeGreaterThanOrEqual(rounds);
  },
);

test.each(['SQLite', 'PostgreSQL'] as const)(
  'an acknowledgement before the commit on %s is found out',
  { tags: ['slow'] },
  async (engine) => {
    const start = withFault('early acknowledgement');
    const { faults } = await runRounds({ ...planted, writeFor: 1_500, newSite: sites[engine], start });
    expect(faults.map(({ kind }) => kind)).toContain('lost');
  },
);

test.each(['SQLite', 'PostgreSQL'] as const)(
  'a process that runs jobs on %s is killed: no job is lost',
  { tags: ['slow'] },
  async (engine) => {
    // An added job, the claim of one, its work before its end is recorded, and that record.
    const steps = ['after commit 3', 'before commit 6', 'after effect 2', 'before commit 9'];
    const { faults, line } = await runJobRounds(await sites[engine](), steps);
    expect([line, faults]).toEqual([expect.stringMatching(/^4 crashes/), []]);
  },
);

const why = await whyNoPowerLoss();
const whyNot = why === undefined ? '' : ` (not run: ${why})`;

test.skipIf(why !== undefined)(
  `a power loss takes nothing that was acknowledged${whyNot}`,
  { tags: ['slow'] },
  async () => {
    const { newSite, stop } = await preparePowerLoss();
    const { faults } = await runRounds({ ...short, newSite });
    expect(faults.filter(({ kind }) => kind !== 'slow')).toEqual([]);
    await stop();
  },
);

test.skipIf(why !== undefined)(
  `commits that are not synced are found out once power is lost${whyNot}`,
  { tags: ['slow'] },
  async () => {
    const { newSite, stop } = await preparePowerLoss();
    const { faults } = await runRounds({ ...planted, newSite, start: withFault('synchronous=OFF') });
    expect(faults.map(({ kind }) => kind)).toContain('lost');
    await stop();
  },
);
