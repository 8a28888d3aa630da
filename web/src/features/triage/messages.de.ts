import type { Translated } from '#contract/index.ts';

/* Messages about triage and questions to reporters, in German. */

export const messages = {
  questionField: {
    onlyByAsking: () => 'Eine Frage wird durch eigene Anfragen gestellt, beantwortet und zurückgezogen',
  },
  questionRefusals: {
    onlyAskerWithdraws: () => 'Nur wer eine Frage gestellt hat und Admins können sie zurückziehen',
  },
  triage: {
    noUpTo: () => 'upTo muss die Nummer eines Bugs sein',
    noUntil: ({ days }) =>
      `until muss ein Zeitpunkt wie 2026-11-23T08:00:00.000Z sein, höchstens ${days} Tage von jetzt an, oder null`,
  },
} satisfies Partial<Translated>;

export const fields = { Triaged: 'Gesichtet', Question: 'Frage' };
