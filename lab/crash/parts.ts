import type { CrashablePostgres } from '#server/test/postgres/crashable-postgres.ts';
import type { StartOptions } from '#server/test/server-process.ts';
import { withDiskFaults, withRefusedRows } from './disk-faults.ts';
import { onFileSizeLimit, onFullDisk } from './disk-full.ts';
import { preparePowerLoss, whyNoPowerLoss } from './power-loss.ts';
import { everyStep, runJobRounds } from './job-rounds.ts';
import { type RoundsOptions, runRounds } from './rounds.ts';
import { postgresSite, sqliteSite } from './site.ts';
import { countSyncs } from './syncs.ts';
import { type Report, notRun } from './tools.ts';

interface Part {
  name: string;
  run: () => Promise<Report>;
  /** A planted fault, which must be found as a loss. */
  mustFail?: boolean;
}

interface PartsOptions {
  rounds: number;
  seed: number;
  postgres: () => Promise<CrashablePostgres>;
  log: (line: string) => void;
}

/** The number of rounds in which a planted fault must be found, and how many seconds a disk fails. */
const planted = 10;
const faultySeconds = 60;

/** The server with a fault. */
export function withFault(fault: string): StartOptions {
  return { entry: 'lab/crash/faulty-server.ts', environment: { FAULT: fault } };
}

/** All parts of `npm run crash`, in order. */
export function allParts({ rounds, seed, postgres, log }: PartsOptions): Part[] {
  const onSqlite = (options: Partial<RoundsOptions> = {}) =>
    report({ rounds, seed, newSite: () => sqliteSite(), log, ...options });
  const onPostgres = async (options: Partial<RoundsOptions> = {}) => {
    const server = await postgres();
    return report({ rounds, seed, newSite: () => postgresSite(server), log, ...options });
  };
  const withoutPower = async (options: Partial<RoundsOptions>) => {
    const why = await whyNoPowerLoss();
    if (why !== undefined) return notRun(why);
    const { newSite, stop } = await preparePowerLoss();
    try {
      return await report({ rounds, seed, newSite, log, ...options });
    } finally {
      await stop();
    }
  };
  const kept = async (): Promise<Partial<RoundsOptions>> => {
    const server = await postgres();
    const restoreTo = { SQLite: () => sqliteSite(), PostgreSQL: () => postgresSite(server) };
    return { sendsMail: true, restoreTo };
  };
  const plant = (fault: string) => ({ rounds: planted, start: withFault(fault), log: () => {} });
  return [
    { name: 'SQLite, the server killed', run: async () => onSqlite(await kept()) },
    {
      name: 'PostgreSQL, the server or PostgreSQL or both killed',
      run: async () => onPostgres(await kept()),
    },
    { name: 'SQLite, power lost', run: () => withoutPower({ rounds: Math.ceil(rounds / 5) }) },
    {
      name: 'Planted on SQLite: an acknowledgement before the commit',
      run: () => onSqlite(plant('early acknowledgement')),
      mustFail: true,
    },
    {
      name: 'Planted on PostgreSQL: an acknowledgement before the commit',
      run: () => onPostgres(plant('early acknowledgement')),
      mustFail: true,
    },
    {
      name: 'Planted on SQLite: mail that is noted as sent before it is',
      run: () => onSqlite({ ...plant('early note'), rounds: 3, sendsMail: true }),
      mustFail: true,
    },
    {
      name: 'Planted on SQLite, power lost: synchronous=NORMAL',
      run: () => withoutPower(plant('synchronous=NORMAL')),
      mustFail: true,
    },
    {
      name: 'Planted on SQLite, power lost: synchronous=OFF',
      run: () => withoutPower(plant('synchronous=OFF')),
      mustFail: true,
    },
    {
      name: 'SQLite, killed at every step of a job',
      run: async () => runJobRounds(await sqliteSite(), everyStep),
    },
    {
      name: 'PostgreSQL, killed at every step of a job',
      run: async () => runJobRounds(await postgresSite(await postgres()), everyStep),
    },
    {
      name: 'Planted on SQLite: the end of a job before its work',
      run: async () => runJobRounds(await sqliteSite(), everyStep, { FAULT: 'late work' }),
      mustFail: true,
    },
    { name: 'SQLite, syncs before answers', run: async () => countSyncs(await sqliteSite()) },
    {
      name: 'PostgreSQL, syncs before answers',
      run: async () => {
        const server = await postgres();
        return countSyncs(await postgresSite(server), await server.pid());
      },
    },
    {
      name: 'SQLite, one write or sync in a hundred fails',
      run: () => withDiskFaults(seed, faultySeconds),
    },
    {
      name: 'PostgreSQL, one written row in a hundred is refused',
      run: async () => withRefusedRows(await postgresSite(await postgres()), seed, faultySeconds),
    },
    { name: 'SQLite, the disk full', run: () => onFullDisk(seed) },
    { name: 'SQLite, files that may not grow', run: () => onFileSizeLimit(seed) },
  ];
}

async function report(options: RoundsOptions): Promise<Report> {
  const { rounds, acknowledged, unanswered, messages, backups, slowestReturn, busiest, faults } =
    await runRounds(options);
  const lost = faults.filter(({ kind }) => kind === 'lost').length;
  const line = [
    `${rounds} crashes`,
    `${acknowledged} writes acknowledged`,
    `${unanswered} under way`,
    ...(options.sendsMail === true ? [`${messages} e-mails`] : []),
    ...(options.restoreTo ? [`${backups} backups restored on each engine`] : []),
    `${lost} lost`,
    `${faults.length - lost} other faults`,
    `back within ${Math.round(slowestReturn)} ms (load up to ${busiest.toFixed(1)} per core)`,
  ];
  return { line: line.join(', '), faults };
}
