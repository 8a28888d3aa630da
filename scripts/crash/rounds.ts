import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Random, seeded } from '#server/seeded-random.ts';
import {
  type ServerProcess,
  type StartOptions,
  spawnServer,
  startServer,
} from '#server/test/server-process.ts';
import { send } from './client.ts';
import { type Fault, Ledger } from './ledger.ts';
import { between, shuffled } from './random.ts';
import type { Site } from './site.ts';
import { look, observe } from './observer.ts';
import { Writer } from './writer.ts';

export interface RoundsOptions {
  rounds: number;
  seed: number;
  newSite: () => Promise<Site>;
  start?: StartOptions;
  /** How long is written before each crash, at most. Milliseconds. */
  writeFor?: number;
  /** Ends with the round that found a fault, where one is planted. */
  untilFault?: boolean;
  /** Called with a line of text for each round. */
  tell?: (line: string) => void;
}

interface Outcome {
  rounds: number;
  acknowledged: number;
  /** Writes that were under way when it crashed. */
  unanswered: number;
  /** Milliseconds from a start to being ready, or from a crashed database to working again. */
  slowestReturn: number;
  /** How many times as much work as it has cores for the machine had meanwhile, at most; its own included. */
  busiest: number;
  faults: Fault[];
}

/** What is promised of a restart, on a machine with a core to spare for it. Milliseconds. */
const promisedReturn = 5_000;
/** Less than the number of stored changes, so that each can be fetched. */
const maxChanges = 8_000;
/** How many clients write at the same time in a round at most. */
const maxWriters = 16;

/** A database that is a process of its own crashes in some rounds, with the server or alone: in one of the first three each. */
const crashes = ['server', 'server', 'both', 'database', 'server'] as const;

/** A database with what clients know of it. */
interface Stage {
  site: Site;
  start: StartOptions;
  ledger: Ledger;
  server: ServerProcess;
  observer: string;
}

/** Crashes the server repeatedly during writes, and checks the data after each crash. */
export async function runRounds(options: RoundsOptions): Promise<Outcome> {
  const { rounds, seed, newSite, start, untilFault = false, tell = () => {} } = options;
  const outcome: Outcome = {
    rounds: 0,
    acknowledged: 0,
    unanswered: 0,
    slowestReturn: 0,
    busiest: 1,
    faults: [],
  };
  const random = seeded(seed);
  let stage: Stage | undefined;
  for (let round = 1; round <= rounds; round += 1) {
    stage ??= await setUp(await newSite(), start ?? {}, random);
    const before = stage.ledger.acknowledged;
    const faults = await crashOnce(stage, { ...options, random, round, outcome });
    outcome.rounds = round;
    outcome.acknowledged += stage.ledger.acknowledged - before;
    outcome.faults.push(...faults);
    for (const { kind, what } of faults) tell(`round ${round}: ${kind}: ${what.slice(0, 200)}`);
    // A fault would be reported again after every further crash.
    const isFound = faults.some(({ kind }) => kind !== 'slow');
    if (isFound || stage.ledger.changes > maxChanges || round === rounds) {
      await stage.server.stop('SIGKILL');
      await stage.site.remove();
      stage = undefined;
    }
    if (isFound && untilFault) break;
    if (round % 25 === 0)
      tell(`${round} rounds, ${outcome.acknowledged} acknowledged, ${outcome.faults.length} faults`);
  }
  return outcome;
}

async function setUp(site: Site, options: StartOptions, random: Random): Promise<Stage> {
  const start = { ...options, environment: { ...options.environment, ...site.environment } };
  await cutStarts(site, start, random);
  const server = await startServer(site.databaseUrl, start);
  const ledger = new Ledger();
  return { site, start, server, ledger, observer: await observe(server.url, ledger) };
}

interface Round extends RoundsOptions {
  random: Random;
  round: number;
  outcome: Outcome;
}

async function crashOnce(stage: Stage, { random, round, outcome, writeFor = 900 }: Round): Promise<Fault[]> {
  const { site, ledger } = stage;
  const faults: Fault[] = [];
  const still = { writing: true };
  const known = shuffled(
    random,
    [...ledger.people.values()].filter(({ token }) => token !== undefined),
  );
  const writers = Array.from({ length: between(random, 1, maxWriters) }, async (_, i) => {
    const name = `r${round}w${i}`;
    const writing = {
      url: stage.server.url,
      ledger,
      random: seeded(between(random, 0, 2 ** 31)),
      name,
      onFault: (fault: Fault) => void faults.push(fault),
      isOver: () => !still.writing,
    };
    // Each user has one writer: two would not know which bugs the other deletes.
    await new Writer(writing, known[i]).run();
  });
  // On a machine that is slow just now, nothing might have been acknowledged yet; in every fifth round that is the moment.
  if (round % 5 !== 0) await somethingMore(ledger);
  await delay(between(random, 30, writeFor));

  const crash = site.crash ? crashes[round % crashes.length] : 'server';
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
      // What was refused meanwhile is written again.
      await delay(200);
    }
  } catch (error) {
    faults.push({ kind: 'damaged', what: String(error) });
  }
  still.writing = false;
  await Promise.all(writers);
  if (faults.some(({ kind }) => kind === 'damaged')) return faults;
  await quiet();
  outcome.unanswered += ledger.unanswered.size;
  const { databaseUrl, filesFolder } = site;
  const withFolder = { ...stage, ...(filesFolder !== undefined && { filesFolder }) };
  return [...faults, ...(await look(databaseUrl, stage.server.url, withFolder))];
}

/** Waits until one more write is acknowledged. */
async function somethingMore(ledger: Ledger): Promise<void> {
  const before = ledger.acknowledged;
  const giveUpAt = performance.now() + 30_000;
  while (ledger.acknowledged === before && performance.now() < giveUpAt) await delay(5);
}

/** Kills servers while they start, `least` or more, each further one in one case of four. Hands back what waits for all that was at work. */
async function cutStarts(
  site: Site,
  start: StartOptions,
  random: Random,
  least = 0,
): Promise<(() => Promise<void>)[]> {
  const quiet: (() => Promise<void>)[] = [];
  while (quiet.length < least || random() < 0.25) {
    const server = spawnServer(site.databaseUrl, start);
    await delay(between(random, 0, 600));
    await server.stop('SIGKILL');
    quiet.push(await site.afterKill());
  }
  return quiet;
}

/** Starts the server again. Hands back what waits for all that was killed. */
async function restart(
  stage: Stage,
  { outcome, random, round }: Pick<Round, 'outcome' | 'random' | 'round'>,
  faults: Fault[],
): Promise<() => Promise<void>> {
  const { site, start } = stage;
  // In the second round at the latest, also where there are few.
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
  // On an overloaded machine everything takes longer by the load per core.
  const crowd = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
  outcome.busiest = Math.max(outcome.busiest, crowd);
  if (took > promisedReturn * crowd)
    faults.push({ kind: 'slow', what: `it took ${Math.round(took)} ms to be ready` });
}

async function isReady({ url }: ServerProcess): Promise<void> {
  const giveUpAt = performance.now() + 30_000;
  while (performance.now() < giveUpAt) {
    if ((await send(url, undefined, { method: 'GET', path: '/readyz' }))?.status === 200) return;
    await delay(10);
  }
  throw new Error('The server does not find its database again');
}
