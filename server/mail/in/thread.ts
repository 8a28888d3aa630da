import { Worker } from 'node:worker_threads';
import { PermanentFailure } from '#server/jobs/job.ts';
import type { MailedFile } from './mailed-files.ts';
import type { ParsedMail } from './parse.ts';
import type { Published } from './published.ts';
import type { Ours } from './redact.ts';

/** A message as transferred, and what to remove from its text. */
export interface ParseTask {
  readonly raw: Uint8Array;
  readonly ours: Ours;
  /** The addresses and names from which we send, by which quotes of our mails are known. */
  readonly senders?: { readonly addresses: readonly string[]; readonly names: readonly string[] };
}

/** What the thread reads: a message, or a published file. */
export type Task = ParseTask | { readonly file: Uint8Array };

/** A file of a message, without what `redactFile` removes. */
export interface ReadFile extends MailedFile {
  /** The hex hash of its content. */
  readonly sha256: string;
}

/** A message with parts of its text. */
export interface ReadMail extends Omit<ParsedMail, 'parts'> {
  readonly files: readonly ReadFile[];
  /** The sender's new text. */
  readonly reply: string;
  /** Whether the sender's text is only a part of the message. */
  readonly isTrimmed: boolean;
  /** Everything except the signature at its end. */
  readonly unsigned: string;
  /** The message as "Show original" shows it. */
  readonly original: string;
  /** How many of its files are left out because they contain addresses that only the sender may know. */
  readonly leftOut: number;
}

/** `isLimit` means that the message has more parts than are read. */
export type ParseReply = { readonly mail: ReadMail } | { readonly fault: string; readonly isLimit: boolean };

/** The message itself cannot be read, in any attempt. */
export class UnreadableMail extends Error {}

/**
 * Limits for reading a content: CPU time, plus CPU time per megabyte, in milliseconds; memory in megabytes; and the
 * duration of one attempt. The thread has a low priority: on a busy machine it waits for a processor.
 */
export const defaultLimits = { processor: 5_000, perMegabyte: 250, memory: 256, time: 120_000 };
/** The interval at which the CPU time is checked, in milliseconds. */
const interval = 200;

/**
 * Reads a message in a separate thread.
 * @throws UnreadableMail; PermanentFailure if the message has too many parts, or takes too much time or memory, which
 * would happen in every attempt; or another Error if the thread failed, which may be temporary
 */
export async function parseInThread(
  task: ParseTask,
  signal: AbortSignal,
  limits?: typeof defaultLimits,
): Promise<ReadMail> {
  const reply = await askThread<ParseReply>(task, task.raw.byteLength, signal, limits);
  if ('mail' in reply) return reply.mail;
  throw reply.isLimit ? beyondLimits(new Error(reply.fault)) : new UnreadableMail(reply.fault);
}

/**
 * Finds published secrets in a file, in a separate thread.
 * @throws PermanentFailure if it takes too much time or memory
 */
export async function publishedInThread(
  file: Uint8Array,
  signal: AbortSignal,
  limits?: typeof defaultLimits,
): Promise<Published> {
  return askThread<Published>({ file }, file.byteLength, signal, limits);
}

/**
 * Runs a task in a thread of its own, so that requests do not wait for it, and a run that takes too much time or memory
 * ends with its thread.
 * @throws PermanentFailure if it takes too much CPU time or memory, which would happen in every attempt; or another
 * Error if it had to wait for a processor, or the thread failed, which may be temporary
 */
async function askThread<Answer>(
  task: Task,
  bytes: number,
  signal: AbortSignal,
  { processor, perMegabyte, memory, time } = defaultLimits,
): Promise<Answer> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memory },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  worker.once('message', resolve);
  worker.once('error', (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? beyondLimits(error) : error),
  );
  worker.once('exit', () => reject(new Error('The thread that reads an e-mail ended')));
  const allowed = processor + (perMegabyte * bytes) / 1024 ** 2;
  const timer = setTimeout(
    () => reject(new Error('Reading an e-mail waited too long for a processor')),
    time,
  );
  const meter = setInterval(() => {
    const read = ({ user, system }: NodeJS.CpuUsage) => {
      if (user + system > allowed * 1_000) reject(beyondLimits(new Error('It took too long')));
    };
    // Fails if the thread has ended, which has its own event.
    worker.cpuUsage().then(read, () => undefined);
  }, interval);
  const abort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearInterval(meter);
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

/** The failure of a content that cannot be read within the limits. */
function beyondLimits(cause: Error): PermanentFailure {
  return new PermanentFailure(`Reading an e-mail is beyond its limits: ${cause.message}`, { cause });
}
