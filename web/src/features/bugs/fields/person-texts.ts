import { inLanguage } from '#web/language/language.ts';

/** What the choice of a user says where there are too many for a list. */
export const personTexts = inLanguage({
  en: {
    find: 'Find a person',
    hint: 'Type the beginning of a name',
    searching: 'Searching...',
    none: 'No name begins with this',
    failed: 'Failed to fetch users',
    open: 'Open',
    close: 'Close',
    cancel: 'Cancel',
  },
  de: {
    find: 'Person suchen',
    hint: 'Anfang eines Namens eingeben',
    searching: 'Wird gesucht ...',
    none: 'Kein Name beginnt so',
    failed: 'Die Personen konnten nicht geladen werden',
    open: 'Öffnen',
    close: 'Schließen',
    cancel: 'Abbrechen',
  },
});
