import { Worker } from 'node:worker_threads';
import { PermanentFailure } from '#server/jobs/job.ts';
import type { ParsedMail } from './parse.ts';
import type { Ours } from './redact.ts';

/**
 * How much time of a processor reading a message takes at most, and how much more for each megabyte of it, in milliseconds; how much
 * memory, in megabytes; and how long it may last. The thread has the lowest priority: on a busy machine it waits.
 */
const defaultLimits = { processor: 5_000, perMegabyte: 250, memory: 256, time: 120_000 };
/** How often the time of the processor is read, in milliseconds. */
const interval = 200;

/** A message as it was transferred, and what is left out of its text. */
export interface ParseTask {
  readonly raw: Uint8Array;
  readonly ours: Ours;
}

/** A message with parts of its text. */
export interface ReadMail extends ParsedMail {
  /** The sender's new text. */
  readonly reply: string;
  /** Whether its sender's text is only a part of the message. */
  readonly isTrimmed: boolean;
  /** All but the signature at its end. */
  readonly unsigned: string;
  /** How many of its files are left out, as they contain addresses that only the sender may know. */
  readonly leftOut: number;
}

/** `isLimit`: the message has more parts than are read. */
export type ParseReply = { readonly mail: ReadMail } | { readonly fault: string; readonly isLimit: boolean };

/** The message itself cannot be read, however often that is tried. */
export class UnreadableMail extends Error {}

/**
 * Reads a message in a thread of its own: requests do not wait for a large one, and one that takes too long or too much memory
 * ends with its thread.
 * @throws UnreadableMail; PermanentFailure where the message has too many parts, or takes too long or too much memory, as each attempt would; or another
 * Error where the thread failed, which may pass
 */
export async function parseInThread(
  task: ParseTask,
  signal: AbortSignal,
  { processor, perMegabyte, memory, time } = defaultLimits,
): Promise<ReadMail> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('parse-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memory },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ParseReply>();
  worker.once('message', resolve);
  worker.once('error', (error: Error & { code?: string }) =>
    reject(isLimit(error) ? beyondLimits(error) : error),
  );
  worker.once('exit', () => reject(new Error('The thread that reads an e-mail ended')));
  const allowed = processor + (perMegabyte * task.raw.byteLength) / 1024 ** 2;
  const tooLong = () => reject(beyondLimits(new Error('It took too long')));
  const timer = setTimeout(tooLong, time);
  const meter = setInterval(() => {
    const read = ({ user, system }: NodeJS.CpuUsage) => user + system > allowed * 1_000 && tooLong();
    // It fails where the thread has ended, which has its own event.
    worker.cpuUsage().then(read, () => undefined);
  }, interval);
  const abort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  try {
    const reply = await promise;
    if ('mail' in reply) return reply.mail;
    throw reply.isLimit ? beyondLimits(new Error(reply.fault)) : new UnreadableMail(reply.fault);
  } finally {
    clearTimeout(timer);
    clearInterval(meter);
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

function isLimit({ code }: { code?: string }): boolean {
  return code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function beyondLimits(cause: Error): PermanentFailure {
  return new PermanentFailure(`Reading an e-mail is beyond its limits: ${cause.message}`, { cause });
}
