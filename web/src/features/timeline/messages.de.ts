import type { Translated } from '#contract/index.ts';
import { after } from '#web/lib/session/messages.de.ts';

export const messages = {
  history: {
    unknownEntry: () => 'after muss die ID eines Eintrags dieses Bugs sein',
  },
  activity: {
    unknownEntry: ({ parameter }) => `${parameter} muss die ID eines Eintrags dieses Bugs sein`,
    onePlace: () => 'Nur eines von from, before, after und around kann angegeben werden',
    noPlace: () => 'from muss start oder end sein',
  },
  comments: {
    notFound: () => 'Kommentar nicht gefunden',
    onlyAuthorEdits: () => 'Nur wer einen Kommentar geschrieben hat und Admins können ihn bearbeiten',
    onlyAuthorDeletes: () => 'Nur wer einen Kommentar geschrieben hat und Admins können ihn löschen',
    changedMeanwhile: () => 'Dieser Kommentar wurde inzwischen geändert',
  },
  mentions: {
    noMentions: ({ max }) => `mentions müssen die IDs von höchstens ${max} Personen sein`,
  },
  mentionRefusals: {
    cannotBeMentioned: () => 'Nur Personen, deren Konto nicht gesperrt ist, können erwähnt werden',
    tooMany: (wait) => `Sie haben in kurzer Zeit zu viele Personen erwähnt. ${after(wait)}`,
  },
} satisfies Partial<Translated>;

export const fields = { Comment: 'Kommentar', before: 'before' };
