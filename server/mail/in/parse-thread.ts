import type { ParsedMail } from './parse.ts';
import type { Ours } from './redact.ts';
import { askThread, beyondLimits, type defaultLimits } from './thread.ts';

/** A message as transferred, and what to remove from its text. */
export interface ParseTask {
  readonly raw: Uint8Array;
  readonly ours: Ours;
}

/** A message with parts of its text. */
export interface ReadMail extends ParsedMail {
  /** The sender's new text. */
  readonly reply: string;
  /** Whether the sender's text is only a part of the message. */
  readonly isTrimmed: boolean;
  /** Everything except the signature at its end. */
  readonly unsigned: string;
  /** How many of its files are left out because they contain addresses that only the sender may know. */
  readonly leftOut: number;
}

/** `isLimit`: the message has more parts than are read. */
export type ParseReply = { readonly mail: ReadMail } | { readonly fault: string; readonly isLimit: boolean };

/** The message itself cannot be read, however often it is tried. */
export class UnreadableMail extends Error {}

/**
 * Reads a message in a separate thread.
 * @throws UnreadableMail; PermanentFailure if the message has too many parts, or takes too much time or memory, as it
 * would in each attempt; or another Error if the thread failed, which may be temporary
 */
export async function parseInThread(
  task: ParseTask,
  signal: AbortSignal,
  limits?: typeof defaultLimits,
): Promise<ReadMail> {
  const bytes = task.raw.byteLength;
  const reply = await askThread<ParseReply>(new URL('parse-worker.ts', import.meta.url), task, {
    bytes,
    signal,
    ...(limits && { limits }),
  });
  if ('mail' in reply) return reply.mail;
  throw reply.isLimit ? beyondLimits(new Error(reply.fault)) : new UnreadableMail(reply.fault);
}
