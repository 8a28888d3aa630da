import type { ReceivedMail } from '#server/test/mail/mail-sink.ts';
import type { Fault, Ledger } from './ledger.ts';
import { keyOf } from './inbox.ts';

/** How far each start sets the clock forward, so that all mail is due and every lease has ended. Milliseconds. */
export const leap = 180_000;

/** The text of a module that sets the clock of its process forward; timers stay as they are. */
export function clockAhead(milliseconds: number): string {
  return `const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + ${milliseconds});
    else super(...given);
  }
  static now() { return Real.now() + ${milliseconds}; }
};`;
}

/**
 * Users whom a comment mentions and who have not marked the bug must have been mailed: exactly once if there was no
 * crash since (`calm` has the ids of such comments), otherwise at least once, always under the same Message-ID.
 */
export function mailFaults(
  ledger: Ledger,
  messages: readonly ReceivedMail[],
  calm: ReadonlySet<string>,
): Fault[] {
  const faults: Fault[] = [];
  const byAddress = Map.groupBy(messages, ({ to }) => to[0] ?? '');
  const addresses = new Map([...ledger.people.values()].map(({ _id, email }) => [_id, email]));
  for (const { _id, bugId, body, texts, mentions } of ledger.comments.values()) {
    const author = ledger.bugs.get(bugId)?.createdBy._id;
    for (const userId of mentions) {
      const mayBeRead = ledger.marks.has(keyOf({ bugId, by: userId }));
      if (body === '' || userId === author || mayBeRead) continue;
      const all = byAddress.get(addresses.get(userId) ?? '') ?? [];
      const notices = all.filter(({ parsed }) =>
        [body, ...texts].some((text) => parsed.text?.includes(text)),
      );
      const ids = new Set(notices.map(({ parsed }) => parsed.messageId));
      const what = `the mail to ${userId} about "${body}"`;
      if (notices.length === 0) faults.push({ kind: 'lost', what });
      if (ids.size > 1) faults.push({ kind: 'doubled', what: `${what}, as ${[...ids].join()}` });
      else if (calm.has(_id) && notices.length > 1)
        faults.push({ kind: 'doubled', what: `${what}, without a crash` });
    }
  }
  return faults;
}
