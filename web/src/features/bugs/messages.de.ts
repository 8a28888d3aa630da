import type { Translated } from '#contract/index.ts';

/* Messages about bugs, in German. */

const meant = (near: string) => (near === '' ? '' : ` Meinten Sie „${near}“?`);

export const messages = {
  bugs: {
    notFound: () => 'Bug nicht gefunden',
    onlyCreatorEdits: () => 'Nur ein Admin oder wer den Bug erstellt hat, kann ihn bearbeiten',
    onlyCreatorDeletes: () => 'Nur ein Admin oder wer den Bug erstellt hat, kann ihn löschen',
    noSort: ({ values }) => `sort muss eines von diesen sein: ${values.join(', ')}; mit - davor absteigend`,
    noCursor: () => 'cursor ist ungültig',
  },
  bugFields: {
    noAssignee: () => '„Zugewiesen an“ muss die ID eines Kontos oder leer sein',
    noAssigneeFilter: () => 'assignedTo muss none sein, oder IDs und me, durch Kommas getrennt',
    noCreatorFilter: () => 'createdBy müssen IDs und me sein, durch Kommas getrennt',
  },
  bugRefusals: {
    changedMeanwhile: () => 'Jemand anderes hat diesen Bug inzwischen geändert',
    unknownAssignee: () => 'Ein Bug kann nur einem bestehenden Konto zugewiesen werden',
    suspendedAssignee: ({ name }) => `${name} ist gesperrt und kann keine neuen Bugs bekommen`,
    cursorOfOtherList: () => 'cursor ist für diese Liste ungültig',
  },
  bugReferences: {
    noNumbers: ({ max }) => `numbers muss aus 1 bis ${max} Nummern von Bugs bestehen, durch Kommas getrennt`,
  },
  query: {
    tooLong: ({ max }) => `Eine Abfrage darf höchstens ${max.toLocaleString('de')} Zeichen haben`,
    tooDeep: ({ max }) => `Eine Abfrage darf höchstens ${max} Ebenen tief verschachtelt sein`,
    tooManyTerms: ({ max }) => `Eine Abfrage darf höchstens ${max} Begriffe haben`,
    tooManyPeople: ({ max }) => `Eine Abfrage darf höchstens ${max} Namen von Personen haben`,
    unknownField: ({ name, near }) =>
      `Unbekanntes Feld „${name}“.${meant(near)} Um nach dem Text zu suchen, gehört er in Anführungszeichen.`,
    valueMissing: ({ of }) => `„${of}:“ braucht einen Wert direkt hinter dem Doppelpunkt`,
    unknownValue: ({ of, name, near, values }) =>
      `„${of}“ kann nicht „${name}“ sein.${meant(near)} Möglich: ${values.join(', ')}.`,
    notNumber: ({ of, name }) => `„${of}“ ist eine Zahl, nicht „${name}“`,
    notDate: ({ of, name }) => `„${of}“ ist ein Datum wie 2026-01-31, today oder -7d, nicht „${name}“`,
    notComparable: ({ name }) => `„${name}“ lässt sich nicht vergleichen`,
    rangeEnd: () => 'Ein Bereich braucht auf beiden Seiten der zwei Punkte einen Wert',
    quoteOpen: () => 'Das schließende Anführungszeichen fehlt',
    parenthesisOpen: () => 'Die schließende Klammer fehlt',
    parenthesisUnopened: () =>
      'Zu dieser Klammer fehlt die öffnende. Um nach dem Text zu suchen, gehört er in Anführungszeichen.',
    operandMissing: ({ name }) => `Neben „${name}“ fehlt etwas`,
    emptyParentheses: () => 'In dieser Klammer steht nichts',
    once: ({ of }) => `„${of}:“ kann nur einmal vorkommen`,
    wholeQuery: ({ of }) =>
      `„${of}:“ gilt für die ganze Abfrage: es kann weder verneint werden noch in Klammern stehen`,
    unknownPerson: ({ name, near }) => `Kein Konto heißt „${name}“.${meant(near)}`,
    unknownName: ({ of, name, near }) => `Bei „${of}“ gibt es kein „${name}“.${meant(near)}`,
    notZone: () => 'zone muss der Name einer Zeitzone sein, zum Beispiel Europe/Berlin',
  },
  board: {
    oneNeighbour: () => 'Entweder before oder after muss die ID eines Bugs sein',
    notAnother: () => 'before und after müssen die ID eines anderen Bugs sein',
  },
  bugWork: {
    onlyAssigneeWorks: () =>
      'Nur Admins und wer den Bug erstellt oder zugewiesen bekommen hat, können das tun',
    onlyUnassignedIsTaken: () =>
      'Zuweisen können diesen Bug nur Admins und wer ihn erstellt oder zugewiesen bekommen hat. Alle anderen können nur einen Bug übernehmen, der niemandem zugewiesen ist',
  },
} satisfies Partial<Translated>;

export const fields = {
  Title: 'Titel',
  Description: 'Beschreibung',
  Status: 'Status',
  Priority: 'Priorität',
  Query: 'Abfrage',
  number: 'number',
};
