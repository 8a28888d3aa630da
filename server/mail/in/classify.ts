import type { DropReason } from '#contract/conversation/mail-in.ts';
import type { MailHead } from './read-head.ts';

/** Headers of messages that are not from people. Values are in lower case. */
const headerRules: readonly (readonly [name: string, pattern: RegExp, kind: DropReason])[] = [
  ['return-path', /^<\s*>$/u, 'bounce'],
  ['x-failed-recipients', /./u, 'bounce'],
  ['content-type', /^multipart\/report\b/u, 'report'],
  ['auto-submitted', /^(?!no\b)./u, 'automaticReply'],
  ['x-autoreply', /^(?!no\b)./u, 'automaticReply'],
  ['x-autorespond', /^(?!no\b)./u, 'automaticReply'],
  ['precedence', /^auto_reply\b/u, 'automaticReply'],
  // Not `list`: people write through groups.
  ['precedence', /^(?:bulk|junk)\b/u, 'bulkMail'],
];

/**
 * Why a message is not from a person, by its headers: a bounce, an automatic reply, bulk mail or our own mail. Undefined
 * if it is from a person. Its subject is no sign: people report faults of automatic mail. Nor is
 * `X-Auto-Response-Suppress`, which Exchange also adds to what people write.
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

/** Whether an address is that of a program, unless an account has it. */
export function isProgram(address: string): boolean {
  return /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply)(?:[+-][^@]*)?@/u.test(address);
}

/** What vacation programs write before the subject of a mail of ours, which begins with the bug's number. */
const automaticReply =
  /^(?:automatic reply|auto(?:-| )?reply|out of (?:the )?office|automatische antwort|abwesenheitsnotiz|réponse automatique|respuesta automática|risposta automatica|resposta automática|automatisch antwoord|odpowiedź automatyczna|autosvar|automatisk svar|automatická odpověď|автоматический ответ|自動応答|自動返信|自动答复|自動回覆)\s*[:：]\s*\[#\d+\]/iu;

/** Whether a program without automatic headers answered a mail on a bug: for messages to a reply address only. */
export function isAutomaticReply(subject: string): boolean {
  return automaticReply.test(subject.normalize('NFC'));
}
