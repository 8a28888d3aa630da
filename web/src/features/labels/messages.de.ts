import type { Translated } from '#contract/index.ts';
import { formatNumber } from '#web/language/language.ts';

/* Messages about labels, in German. */

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
} satisfies Partial<Translated>;

export const fields = { Color: 'Farbe', Archived: 'Archiviert' };
