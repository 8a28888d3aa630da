import type { Translated } from '#contract/index.ts';

/* Messages about inboxes and watching, in German. */

export const messages = {
  inbox: {
    notFound: () => 'Dieser Bug ist nicht im Posteingang',
    noList: ({ values }) => `state muss eines von diesen sein: ${values.join(', ')}`,
    noReason: ({ values }) => `reason muss eines von diesen sein: ${values.join(', ')}`,
    noCursor: () => 'cursor ist für diese Liste nicht gültig',
    noMoment: ({ field }) => `${field} muss ein Zeitpunkt in UTC sein, wie 2026-11-23T08:00:00.000Z`,
    noSnooze: ({ days }) => `snoozedUntil muss in der Zukunft liegen, höchstens ${days} Tage von jetzt an`,
    onlySnoozed: () => 'snoozedUntil gibt es nur zum Status snoozed',
    noBulk: ({ max }) => `bugIds müssen die IDs von höchstens ${max} Bugs sein`,
  },
  watching: {
    onlyAdminsChangeOthers: () => 'Nur Admins können ändern, was andere beobachten',
    unknownUser: () => 'user muss die ID eines Kontos sein, das nicht gesperrt ist',
  },
} satisfies Partial<Translated>;

/* API fields that no form has. */
export const fields = { snoozedUntil: 'snoozedUntil', upTo: 'upTo' };
