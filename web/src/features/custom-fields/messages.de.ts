import type { Translated } from '#contract/index.ts';

/* Messages about fields defined by admins, in German. */

export const messages = {
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
} satisfies Partial<Translated>;

export const fields = { Option: 'Option', Kind: 'Art', Required: 'Pflicht' };
