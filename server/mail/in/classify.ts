import type { MailHead } from './read-head.ts';

/** Subject prefixes of automatic replies from mail programs that mark them in no other way. */
const automaticSubjects =
  /^(?:automatic reply|auto(?:-| )?reply|auto:|out of (?:the )?office|automatische antwort|abwesenheitsnotiz|réponse automatique|respuesta automática|risposta automatica|undeliverable:|delivery status notification|mail delivery failed)/iu;

const automaticSenders = /^(?:mailer-daemon|postmaster|no-?reply|donotreply)(?:[+-][^@]*)?@/u;

/** Headers of messages that are not from people. Values are in lower case. */
const headerRules: readonly (readonly [name: string, pattern: RegExp, kind: string])[] = [
  ['return-path', /^<\s*>$/u, 'a bounce'],
  ['x-failed-recipients', /./u, 'a bounce'],
  ['content-type', /^multipart\/report\b/u, 'a report'],
  ['auto-submitted', /^(?!no\b)./u, 'an automatic answer'],
  ['x-autoreply', /./u, 'an automatic answer'],
  ['x-autorespond', /./u, 'an automatic answer'],
  ['x-loop', /./u, 'an automatic answer'],
  ['precedence', /^(?:bulk|junk|list|auto_reply)\b/u, 'bulk mail'],
];

/**
 * Why a message is not from a person: a bounce, an automatic reply, bulk mail or our own mail. Undefined if it is from
 * a person. Such messages are not answered.
 */
export function automaticKind(
  { from, subject, headers }: Pick<MailHead, 'from' | 'subject' | 'headers'>,
  ownAddresses: readonly string[],
): string | undefined {
  if (headers.some(([key]) => key.startsWith('x-katydid-'))) return 'our own mail';
  if (from !== undefined && ownAddresses.includes(from)) return 'our own address';
  for (const [key, value] of headers) {
    const rule = headerRules.find(
      ([name, pattern]) => name === key && pattern.test(value.trim().toLowerCase()),
    );
    if (rule) return rule[2];
  }
  if (from === undefined || automaticSenders.test(from)) return 'a sender who is no person';
  return automaticSubjects.test(subject) ? 'an automatic answer' : undefined;
}
