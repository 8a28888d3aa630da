import { setTimeout as delay } from 'node:timers/promises';
import { type Random, seeded } from '#server/seed/seeded-random.ts';
import { type Sink, openSink } from '#server/test/mail/mail-sink.ts';
import {
  type ServerProcess,
  type StartOptions,
  spawnServer,
  startServer,
} from '#server/test/server-process.ts';
import { addField } from './beside.ts';
import { type Fault, Ledger, type Person } from './ledger.ts';
import { clockAhead, leap } from './mails.ts';
import { look, observe } from './observer.ts';
import { between } from './random.ts';
import type { Site } from './site.ts';
import { Writer } from './writer.ts';

/** A database with its clients' record of acknowledged writes. */
export interface Stage {
  site: Site;
  start: StartOptions;
  ledger: Ledger;
  server: ServerProcess;
  observer: string;
  sink: Sink | undefined;
  /** How far the clock of the servers is ahead. Milliseconds. */
  ahead: number;
}

/** Starts a server on an empty database, after a few that are killed while they start. */
export async function setUp(
  site: Site,
  { start: options = {}, sendsMail = false }: { start?: StartOptions; sendsMail?: boolean },
  random: Random,
): Promise<Stage> {
  const sink = sendsMail ? await openSink() : undefined;
  const mail = sink && { SMTP_URL: sink.url, MAIL_FROM: 'Katydid <bugs@example.com>' };
  const start = { ...options, environment: { ...options.environment, ...site.environment, ...mail } };
  await cutStarts(site, start, random);
  const server = await startServer(site.databaseUrl, start);
  const ledger = new Ledger();
  ledger.leavesNumbersOut = !site.databaseUrl.startsWith('file:');
  ledger.fieldId = await addField(site.databaseUrl);
  const observer = await observe(server.url, ledger);
  return { site, start, server, ledger, observer, sink, ahead: 0 };
}

interface Writers {
  random: Random;
  round: number;
  faults: Fault[];
  /** How many clients write at the same time. */
  count: number;
  /** The users as whom the first clients write; the others register. */
  people?: readonly Person[];
}

/** Starts writing clients; returns the function that stops them. */
export function startWriting(
  { ledger, server: { url } }: Pick<Stage, 'ledger' | 'server'>,
  { random, round, faults, count, people = [] }: Writers,
): () => Promise<void> {
  const still = { writing: true };
  const writers = Array.from({ length: count }, async (_, i) => {
    const writing = {
      url,
      ledger,
      random: seeded(between(random, 0, 2 ** 31)),
      name: `r${round}w${i}`,
      onFault: (fault: Fault) => void faults.push(fault),
      isOver: () => !still.writing,
    };
    // Each user has one writer: two would not notice which bugs the other deletes.
    await new Writer(writing, people[i]).run();
  });
  return async () => {
    still.writing = false;
    await Promise.all(writers);
  };
}

/** Checks the stored data, while no client writes. */
export async function lookAt(stage: Stage): Promise<Fault[]> {
  const { databaseUrl, filesFolder } = stage.site;
  const withFolder = { ...stage, ...(filesFolder !== undefined && { filesFolder }) };
  return look(databaseUrl, stage.server.url, withFolder);
}

/**
 * Kills servers while they start: at least `least`, and each further one with a probability of 1/4. Returns functions
 * that wait for all of their work.
 */
export async function cutStarts(
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

/** Stops the server, and starts it at a time when all mail is due. */
export async function restartCalmly(stage: Stage): Promise<void> {
  await stage.server.stop();
  stage.ahead += leap;
  stage.server = await startServer(stage.site.databaseUrl, startOf(stage));
}

/** The options with which servers are started now. */
export function startOf({ start, ahead }: Pick<Stage, 'start' | 'ahead'>): StartOptions {
  return { ...start, planted: clockAhead(ahead) };
}

/** Ends and removes everything; returns how many messages the mail server has accepted. */
export async function remove({ server, sink, site }: Stage): Promise<number> {
  await server.stop('SIGKILL');
  await sink?.close();
  await site.remove();
  return sink?.messages.length ?? 0;
}
