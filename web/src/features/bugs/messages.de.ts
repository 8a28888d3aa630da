import type { Translated } from '#contract/index.ts';

/* Messages about bugs, in German. */

export const messages = {
  bugs: {
    notFound: () => 'Bug nicht gefunden',
    onlyCreatorEdits: () => 'Nur ein Admin oder wer den Bug erstellt hat, kann ihn bearbeiten',
    onlyCreatorDeletes: () => 'Nur ein Admin oder wer den Bug erstellt hat, kann ihn löschen',
    noCreatorFilter: () => 'createdBy muss eine ID oder me sein',
    noSort: ({ values }) => `sort muss eines von diesen sein: ${values.join(', ')}; mit - davor absteigend`,
    noCursor: () => 'cursor ist ungültig',
  },
  bugFields: {
    noAssignee: () => '„Zugewiesen an“ muss die ID eines Kontos oder leer sein',
    noAssigneeFilter: () => 'assignedTo muss eine ID, me oder none sein',
  },
  bugRefusals: {
    changedMeanwhile: () => 'Jemand anderes hat diesen Bug inzwischen geändert',
    unknownAssignee: () => 'Ein Bug kann nur einem bestehenden Konto zugewiesen werden',
    cursorOfOtherList: () => 'cursor ist für diese Liste ungültig',
    noIds: ({ max }) => `ids darf höchstens ${max} IDs enthalten, ohne limit und cursor`,
  },
  bugReferences: {
    noNumbers: ({ max }) => `numbers muss aus 1 bis ${max} Nummern von Bugs bestehen, durch Kommas getrennt`,
  },
  bugWork: {
    onlyAssigneeWorks: () =>
      'Nur Admins und wer den Bug erstellt oder zugewiesen bekommen hat, können Status, Priorität und Zuweisung ändern',
  },
} satisfies Partial<Translated>;

export const fields = {
  Title: 'Titel',
  Description: 'Beschreibung',
  Status: 'Status',
  Priority: 'Priorität',
  number: 'number',
};
