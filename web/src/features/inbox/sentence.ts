import { type InboxItem, type Reason, reasons as allReasons } from '#contract/conversation/inbox.ts';
import { texts } from './texts.ts';

interface Said {
  /** The sentence, with the place of the user's name in braces. */
  readonly text: string;
  /** The reasons that the text does not mention. */
  readonly reasons: readonly Reason[];
}

/** The latest activity, and the reason why the bug is in the inbox. */
export function said({ latest, reasons }: Pick<InboxItem, 'latest' | 'reasons'>): Said {
  const sorted = allReasons.filter((reason) => reasons.includes(reason));
  const [only] = sorted.length === 1 ? sorted : [];
  const exact = only && exactly[latest.kind][only];
  return exact === undefined
    ? { text: texts.deeds[latest.kind], reasons: sorted }
    : { text: exact, reasons: [] };
}

/* A single reason is that of the latest change. */
const exactly: Readonly<Record<InboxItem['latest']['kind'], Partial<Record<Reason, string>>>> = {
  created: { mentioned: texts.mentionedInNew, assigned: texts.assignedNew },
  changed: {
    mentioned: texts.mentionedInText,
    assigned: texts.assigned,
    status: texts.changedStatus,
  },
  commented: { mentioned: texts.mentionedInComment, commented: texts.deeds.commented },
};
