import { Worker } from 'node:worker_threads';
import { PermanentFailure } from '#server/jobs/job.ts';
import type { ParsedMail } from './parse.ts';
import type { Ours } from './redact.ts';

/** How long reading a message takes at most, in milliseconds, and how much memory, in megabytes. */
const defaultLimits = { time: 60_000, memory: 512 };

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
}

export type ParseReply = { readonly mail: ReadMail } | { readonly fault: string };

/** The message itself cannot be read, however often that is tried. */
export class UnreadableMail extends Error {}

/**
 * Reads a message in a thread of its own: requests do not wait for a large one, and one that takes too long or too much memory
 * ends with its thread.
 * @throws UnreadableMail; PermanentFailure where the message takes too long or too much memory, as each attempt would; or another
 * Error where the thread failed, which may pass
 */
export async function parseInThread(
  task: ParseTask,
  signal: AbortSignal,
  { time, memory } = defaultLimits,
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
  const timer = setTimeout(() => reject(beyondLimits(new Error('It took too long'))), time);
  const abort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  try {
    const reply = await promise;
    if ('fault' in reply) throw new UnreadableMail(reply.fault);
    return reply.mail;
  } finally {
    clearTimeout(timer);
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
