import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    fields: 'Fields',
    none: 'None',
    unknown: 'Unknown',
    setField: 'Set field',
    requiredField: (name: string) => `${name} (required)`,
    yes: 'Yes',
    no: 'No',
    set: (name: string, value: string) => `set ${name} to ${value}`,
    changed: (name: string, from: string, to: string) => `changed ${name} from ${from} to ${to}`,
    removed: (name: string, value: string) => `removed ${name}, which was ${value}`,
  },
  de: {
    fields: 'Felder',
    none: 'Ohne',
    unknown: 'Unbekannt',
    setField: 'Feld setzen',
    requiredField: (name: string) => `${name} (Pflicht)`,
    yes: 'Ja',
    no: 'Nein',
    set: (name: string, value: string) => `hat ${name} auf „${value}“ gesetzt`,
    changed: (name: string, from: string, to: string) => `hat ${name} von „${from}“ auf „${to}“ geändert`,
    removed: (name: string, value: string) => `hat ${name} entfernt, zuvor „${value}“`,
  },
});
