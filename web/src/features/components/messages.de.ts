import type { Translated } from '#contract/index.ts';

/* Messages about components, in German. */

export const messages = {
  components: {
    notId: () => '„Komponente“ muss die ID einer Komponente oder leer sein',
    noFilter: ({ max }) =>
      `component muss none sein, oder die IDs von höchstens ${max} Komponenten, mit Kommas getrennt`,
  },
  componentRefusals: {
    notFound: () => 'Komponente nicht gefunden',
    nameTaken: () => 'Eine Komponente mit diesem Namen gibt es schon',
    tooMany: ({ max }) => `Es kann höchstens ${max} Komponenten geben`,
    notOwner: () => '„Zuständig“ muss die ID einer Person oder leer sein',
    unknownOwner: () => '„Zuständig“ muss eine der Personen sein',
    notUsable: () => 'Die Komponente eines Bugs muss es geben, und sie darf nicht archiviert sein',
    inUse: () => 'Bugs haben diese Komponente: Sie lässt sich nur archivieren',
  },
} satisfies Partial<Translated>;

export const fields = { Template: 'Vorlage' };
