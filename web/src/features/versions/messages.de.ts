import type { Translated } from '#contract/index.ts';

/* Messages about versions, in German. */

export const messages = {
  versionFields: {
    notIds: () => '„Gefunden in“ müssen IDs von Versionen sein',
    tooManyOnBug: ({ max }) => `Ein Bug kann in höchstens ${max} Versionen gefunden werden`,
    notId: () => '„Behoben in“ muss die ID einer Version oder leer sein',
    noFilter: ({ name, max }) =>
      `${name} muss none sein, oder die IDs von höchstens ${max} Versionen, mit Kommas getrennt`,
  },
  versions: {
    notDate: () => '„Datum“ muss ein Tag wie 2026-11-21 oder leer sein',
    notBefore: () => 'before muss die ID einer Version oder null sein',
    noAfter: () => 'after muss die ID eines Bugs sein',
  },
  versionRefusals: {
    notFound: () => 'Version nicht gefunden',
    nameTaken: () => 'Eine Version mit diesem Namen gibt es schon',
    tooMany: ({ max }) => `Es kann höchstens ${max} Versionen geben`,
    notUsable: () => 'Ein Bug kann nur eine Version bekommen, die es gibt und die nicht archiviert ist',
    notAnother: () => 'before muss die ID einer anderen Version sein',
    inUse: () => 'Bugs haben diese Version: Sie lässt sich nur archivieren',
  },
} satisfies Partial<Translated>;

export const fields = { State: 'Zustand', list: 'list' };
