import type { Translated } from '#contract/index.ts';
import { formatNumber } from '#web/language/language.ts';

/* Messages about labels, components, versions, custom fields and resolutions, in German. */

export const messages = {
  labels: {
    notIds: () => '„Labels“ müssen IDs von Labels sein',
    tooManyOnBug: ({ max }) => `Ein Bug kann höchstens ${max} Labels haben`,
    noFilter: ({ max }) =>
      `label muss none sein, oder die IDs von höchstens ${max} Labels, mit Kommas getrennt`,
  },
  labelRefusals: {
    notFound: () => 'Label nicht gefunden',
    onlyAdminsCreate: () => 'Nur Admins können Labels anlegen',
    nameTaken: () => 'Ein Label mit diesem Namen gibt es schon',
    tooMany: ({ max }) => `Es kann höchstens ${formatNumber(max)} Labels geben`,
    notUsable: () => 'Ein Bug kann nur ein Label bekommen, das es gibt und das nicht archiviert ist',
    notInto: () => 'into muss die ID eines anderen Labels sein',
  },
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
    suspendedOwner: ({ name }) => `${name} ist gesperrt und kann nicht zuständig werden`,
    notUsable: () => 'Die Komponente eines Bugs muss es geben, und sie darf nicht archiviert sein',
    inUse: () => 'Bugs haben diese Komponente: Sie lässt sich nur archivieren',
  },
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
  customFields: {
    notValues: () => 'Felder müssen Werte unter den IDs von Feldern sein, die Admins festgelegt haben',
  },
  customValues: {
    required: ({ name }) => `„${name}“ wird benötigt`,
    notText: ({ name, max }) =>
      `„${name}“ muss eine Zeile mit höchstens ${max.toLocaleString('de')} Zeichen sein`,
    notNumber: ({ name }) => `„${name}“ muss eine Zahl mit höchstens 15 Ziffern sein, davon 6 nach dem Komma`,
    notDate: ({ name }) => `„${name}“ muss ein Tag wie 2026-11-21 sein`,
    notOption: ({ name }) => `„${name}“ muss eine der Optionen des Feldes sein`,
    notOptions: ({ name, max }) => `„${name}“ kann höchstens ${max} der Optionen des Feldes haben`,
    notPerson: ({ name }) => `„${name}“ muss einer der Benutzer sein`,
    notBoolean: ({ name }) => `„${name}“ muss true oder false sein`,
    notUrl: ({ name, max }) =>
      `„${name}“ muss eine Adresse sein, die mit https:// oder http:// beginnt und höchstens ${max.toLocaleString('de')} Zeichen hat`,
  },
  customFieldRefusals: {
    notFound: () => 'Feld nicht gefunden',
    unknown: () => 'Werte müssen zu Feldern gehören, die Admins festgelegt haben',
    nameTaken: () => 'Ein Feld mit diesem Namen gibt es schon',
    nameReserved: () => 'Jeder Bug hat ein Feld mit diesem Namen, oder er bedeutet in Abfragen etwas anderes',
    quoteInName: () => 'Ein Name kann keine doppelten Anführungszeichen enthalten',
    tooMany: ({ max }) => `Es kann höchstens ${max} Felder geben, die nicht archiviert sind`,
    tooManyEver: ({ max }) => `Es kann höchstens ${max} Felder geben, archivierte mitgezählt`,
    tooManyOptions: ({ max }) => `Ein Feld kann höchstens ${max} Optionen haben, archivierte mitgezählt`,
    noOptions: () => 'Ein Feld mit Optionen braucht mindestens eine, die nicht archiviert ist',
    notForKind: () => 'Nur Felder mit Optionen haben Optionen',
    optionTaken: ({ name }) => `Zwei Optionen heißen ${name}`,
    notOptions: () => 'Optionen müssen einen Namen haben, und eine ID, wenn es sie schon gibt',
    unknownComponent: () => 'Komponenten müssen IDs von Komponenten sein',
    notInitial: () => 'Die Vorgabe muss ein Wert des Feldes sein',
    archived: ({ name }) =>
      `„${name}“ ist archiviert: Bugs behalten die Werte des Feldes und bekommen keine anderen`,
    notAnother: () => 'before muss die ID eines anderen Feldes oder null sein',
  },
  resolution: {
    notResolved: () => 'Nur ein gelöster Bug kann ein Ergebnis haben',
    onlyByMarking: () =>
      'Ein Bug wird nur dadurch zum Duplikat, dass er als Duplikat eines anderen markiert wird',
  },
} satisfies Partial<Translated>;

export const fields = {
  Color: 'Farbe',
  Archived: 'Archiviert',
  Template: 'Vorlage',
  State: 'Zustand',
  list: 'list',
  Option: 'Option',
  Kind: 'Art',
  Required: 'Pflicht',
  Resolution: 'Ergebnis',
  resolution: 'resolution',
};
