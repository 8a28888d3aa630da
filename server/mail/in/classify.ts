import type { DropReason } from '#contract/conversation/mail-in.ts';
import type { MailHead } from './read-head.ts';
import { withoutPrefixes } from './subject-prefixes.ts';

/** Headers of messages that are not from people. Values are in lower case. */
const headerRules: readonly (readonly [name: string, pattern: RegExp, kind: DropReason])[] = [
  ['return-path', /^<\s*>$/u, 'bounce'],
  ['x-failed-recipients', /./u, 'bounce'],
  ['content-type', /^multipart\/report\b/u, 'report'],
  ['auto-submitted', /^(?!no\b)./u, 'automaticReply'],
  ['x-autoreply', /^(?!no\b)./u, 'automaticReply'],
  ['x-autorespond', /^(?!no\b)./u, 'automaticReply'],
  ['precedence', /^auto_reply\b/u, 'automaticReply'],
  // `list` is not included, because people write through groups.
  ['precedence', /^(?:bulk|junk)\b/u, 'bulkMail'],
];

/**
 * Why a message is not from a person, by its headers: a bounce, an automatic reply, bulk mail or our own mail.
 * Undefined if it is from a person. The subject is no evidence, because people report faults of automatic mail. Nor is
 * `X-Auto-Response-Suppress`, which Exchange also adds to messages from people.
 */
export function automaticKind(
  { from, headers }: Pick<MailHead, 'from' | 'headers'>,
  ownAddresses: readonly string[],
): DropReason | undefined {
  if (headers.some(([key]) => key.startsWith('x-katydid-'))) return 'ownMail';
  if (from !== undefined && ownAddresses.includes(from)) return 'ownAddress';
  for (const [key, value] of headers) {
    const rule = headerRules.find(
      ([name, pattern]) => name === key && pattern.test(value.trim().toLowerCase()),
    );
    if (rule) return rule[2];
  }
  return from === undefined ? 'notOneSender' : undefined;
}

/** Whether an address is that of a program, provided that no account has it. */
export function isProgram(address: string): boolean {
  return /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply)(?:[+-][^@]*)?@/u.test(address);
}

/** Words that vacation programs write before the subject of the mail that they answer, in many languages. */
const automaticWords =
  /(?<!\p{L})(?:auto(?:\W?repl|ma(?!tio)|mā|svar|respo|risp)|samodejn|otomati|авто(?:мат|ответ|відп)|аутомат|αυτόματ|tự động|out of (?:the )?office|abwesen|vacation|away\s|fravær|frånvaro|afwezig)|אוטומט|تلقائي|خودکار|자동|อัตโนมัติ|自[动動](?:[回答应応]|返信)/u;

/** Whether a program that adds no automatic headers answered a mail on a bug. Only for messages to a reply address. */
export function isAutomaticReply(subject: string): boolean {
  // The subject of our mail begins with the number of its bug.
  const [, before = '', rest = ''] =
    /^([^[\]:：]{1,60})[:：](.*)$/su.exec(subject.normalize('NFC').toLowerCase()) ?? [];
  return automaticWords.test(before) && /^\[#\d+\]/u.test(withoutPrefixes(rest));
}
