import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Random, seeded } from '#server/seed/seeded-random.ts';
import { type ServerProcess, type StartOptions, startServer } from '#server/test/server-process.ts';
import { send } from '#lab/client.ts';
import { type RestoreTo, backupFaults } from './backups.ts';
import { caughtUp } from './inbox.ts';
import type { Fault, Ledger } from './ledger.ts';
import { leap, mailFaults } from './mails.ts';
import { between, shuffled } from './random.ts';
import type { Site } from './site.ts';
import {
  type Stage,
  cutStarts,
  lookAt,
  restartCalmly,
  setUp,
  remove,
  startOf,
  startWriting,
} from './stage.ts';

export interface RoundsOptions {
  rounds: number;
  seed: number;
  newSite: () => Promise<Site>;
  start?: StartOptions;
  /** The maximum time for which clients write before each crash. Milliseconds. */
  writeFor?: number;
  /** The maximum number of clients that write at the same time in a round. */
  maxWriters?: number;
  /** Whether to end with the round that finds a planted fault. */
  untilFault?: boolean;
  /** Whether mail is sent, and checked at the end. */
  sendsMail?: boolean;
  /** Where the backup that is made at the end is restored; without it, none is made. */
  restoreTo?: RestoreTo;
  /** Called with a line of text for each round. */
  log?: (line: string) => void;
}

interface Outcome {
  rounds: number;
  acknowledged: number;
  /** The number of writes that were in progress at a crash. */
  unanswered: number;
  /**
   * The longest time from a start until the server was ready, or from a database crash until it worked again.
   * Milliseconds.
   */
  slowestReturn: number;
  /** The highest load of the machine per core, including the load of these rounds. */
  busiest: number;
  /** The number of messages that the mail server accepted. */
  messages: number;
  /** The number of backups that were restored on each engine. */
  backups: number;
  faults: Fault[];
}

/** The promised time of a restart, on a machine with a free core. Milliseconds. */
const promisedReturn = 5_000;
/** Less than the number of stored changes, so that each can be fetched. */
const maxChanges = 6_000;
const manyWriters = 16;
/**
 * What crashes in each round: a database that is a process of its own crashes in some rounds, with the server or alone.
 * The seed decides where the sequence begins.
 */
const crashes = ['server', 'server', 'both', 'database', 'server'] as const;

/** Crashes the server repeatedly during writes, and checks the data after each crash. */
export async function runRounds(options: RoundsOptions): Promise<Outcome> {
  const { rounds, seed, newSite, untilFault = false, log = () => {} } = options;
  const outcome: Outcome = {
    rounds: 0,
    acknowledged: 0,
    unanswered: 0,
    slowestReturn: 0,
    busiest: 1,
    messages: 0,
    backups: 0,
    faults: [],
  };
  const random = seeded(seed);
  let stage: Stage | undefined;
  for (let round = 1; round <= rounds; round += 1) {
    stage ??= await setUp(await newSite(), options, random);
    const before = stage.ledger.acknowledged;
    const faults = await crashOnce(stage, { ...options, random, round, outcome });
    const isLast = stage.ledger.changes > maxChanges || round === rounds;
    if (isLast && !faults.some(isWrong))
      faults.push(...(await lastChecks(stage, { ...options, random, round, outcome })));
    outcome.rounds = round;
    outcome.acknowledged += stage.ledger.acknowledged - before;
    outcome.faults.push(...faults);
    for (const { kind, what } of faults) log(`round ${round}: ${kind}: ${what.slice(0, 200)}`);
    // A fault would be reported again after every further crash.
    const isFound = faults.some(isWrong);
    if (isFound || isLast) {
      outcome.messages += await remove(stage);
      stage = undefined;
    }
    if (isFound && untilFault) break;
    if (round % 25 === 0)
      log(`${round} rounds, ${outcome.acknowledged} acknowledged, ${outcome.faults.length} faults`);
  }
  return outcome;
}

function isWrong({ kind }: Fault): boolean {
  return kind !== 'slow';
}

interface Round extends RoundsOptions {
  random: Random;
  round: number;
  outcome: Outcome;
}

async function crashOnce(
  stage: Stage,
  { random, seed, round, outcome, writeFor = 900, maxWriters = manyWriters }: Round,
): Promise<Fault[]> {
  const { site, ledger } = stage;
  const faults: Fault[] = [];
  const stopWriting = startClients(stage, { random, round, faults, maxWriters });
  // A slow machine may not have acknowledged anything yet; every fifth round crashes even then.
  if (round % 5 !== 0) await somethingMore(ledger);
  await delay(between(random, 30, writeFor));

  const crash = site.crash ? crashes[(seed + round) % crashes.length] : 'server';
  const serverDies = crash !== 'database';
  const died = serverDies ? stage.server.stop('SIGKILL') : undefined;
  if (crash !== 'server') await site.crash?.();
  await died;
  let quiet = async () => {};
  try {
    if (serverDies) quiet = await restart(stage, { outcome, random, round }, faults);
    else {
      const begun = performance.now();
      await isReady(stage.server);
      noteReturn(outcome, faults, performance.now() - begun);
      // Gives clients time to repeat the writes that were refused meanwhile.
      await delay(200);
      await stopWriting();
      // The database has lost the ends of jobs; the restart sets the clock to after their leases.
      await restartCalmly(stage);
    }
  } catch (error) {
    faults.push({ kind: 'damaged', what: String(error) });
  }
  await stopWriting();
  if (faults.some(({ kind }) => kind === 'damaged')) return faults;
  await quiet();
  outcome.unanswered += ledger.unanswered.size;
  return [...faults, ...(await lookAt(stage))];
}

/** Starts up to this many clients, as users of earlier rounds and new ones. */
function startClients(
  stage: Stage,
  { maxWriters, ...writing }: { random: Random; round: number; faults: Fault[]; maxWriters: number },
): () => Promise<void> {
  const { random } = writing;
  const known = [...stage.ledger.people.values()].filter(({ token }) => token !== undefined);
  const people = shuffled(random, known);
  return startWriting(stage, { ...writing, people, count: between(random, 1, maxWriters) });
}

async function lastChecks(stage: Stage, round: Round): Promise<Fault[]> {
  const faults = await checkMail(stage, round);
  if (!round.restoreTo || faults.some(isWrong)) return faults;
  const wrong = await backupFaults(stage, round.restoreTo);
  round.outcome.backups += 1;
  return [...faults, ...wrong];
}

/** Lets clients write once more, without a crash, and then checks all mail. */
async function checkMail(stage: Stage, { random, round, maxWriters = manyWriters }: Round): Promise<Fault[]> {
  if (!stage.sink) return [];
  const { databaseUrl } = stage.site;
  const [faults, within]: [Fault[], number] = [[], 60_000];
  const behind = (what: string): Fault[] => [{ kind: 'lost', what: `it takes too long: ${what}` }];
  const dueBy = new Date(Date.now() + stage.ahead);
  if (!(await caughtUp(databaseUrl, 'inbox mail', { dueBy, within }))) return behind('mail that is due');
  const before = new Set(stage.ledger.comments.keys());
  const stopWriting = startClients(stage, { random, round: round + 1, faults, maxWriters });
  await somethingMore(stage.ledger);
  await delay(500);
  await stopWriting();
  if (!(await caughtUp(databaseUrl, 'inbox fan-out', { within }))) return behind('activity');
  faults.push(...(await lookAt(stage)));
  await restartCalmly(stage);
  if (!(await caughtUp(databaseUrl, 'inbox mail', { within }))) return behind('mail');
  const calm = new Set([...stage.ledger.comments.keys()].filter((id) => !before.has(id)));
  return [...faults, ...mailFaults(stage.ledger, stage.sink.messages, calm)];
}

/** Waits until one more write is acknowledged. */
async function somethingMore(ledger: Ledger): Promise<void> {
  const before = ledger.acknowledged;
  const giveUpAt = performance.now() + 30_000;
  while (ledger.acknowledged === before && performance.now() < giveUpAt) await delay(5);
}

/** Starts the server again. Returns a function that waits for all work of the killed servers. */
async function restart(
  stage: Stage,
  { outcome, random, round }: Pick<Round, 'outcome' | 'random' | 'round'>,
  faults: Fault[],
): Promise<() => Promise<void>> {
  const { site } = stage;
  stage.ahead += leap;
  const start = startOf(stage);
  // At least one start is interrupted in the second round, even with few rounds.
  const least = round === 2 ? 1 : 0;
  const quiet = [await site.afterKill(), ...(await cutStarts(site, start, random, least))];
  const begun = performance.now();
  stage.server = await startServer(site.databaseUrl, start);
  noteReturn(outcome, faults, performance.now() - begun);
  return async () => {
    for (const each of quiet) await each();
  };
}

function noteReturn(outcome: Outcome, faults: Fault[], took: number): void {
  outcome.slowestReturn = Math.max(outcome.slowestReturn, took);
  // On an overloaded machine, everything takes longer in proportion to the load per core.
  const crowd = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
  outcome.busiest = Math.max(outcome.busiest, crowd);
  if (took > promisedReturn * crowd)
    faults.push({ kind: 'slow', what: `it took ${Math.round(took)} ms to be ready` });
}

async function isReady({ url }: ServerProcess): Promise<void> {
  const giveUpAt = performance.now() + 30_000;
  while (performance.now() < giveUpAt) {
    if ((await send(url, { method: 'GET', path: '/readyz' })).status === 200) return;
    await delay(10);
  }
  throw new Error('The server does not find its database again');
}
