import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: { bugFailed: 'Failed to show the bug', resolve: 'Resolve', cancel: 'Cancel' },
  de: { bugFailed: 'Der Bug konnte nicht angezeigt werden', resolve: 'Lösen', cancel: 'Abbrechen' },
});
