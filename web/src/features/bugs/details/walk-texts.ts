import { inLanguage } from '#web/language/language.ts';

export const walkTexts = inLanguage({
  en: {
    walk: 'Bugs of the list',
    backToList: 'Back to the list',
    previous: 'Previous',
    next: 'Next',
    position: (at: string, total: string) => `${at} of ${total}`,
    leftList: 'No longer in this list',
  },
  de: {
    walk: 'Bugs der Liste',
    backToList: 'Zurück zur Liste',
    previous: 'Vorheriger',
    next: 'Nächster',
    position: (at: string, total: string) => `${at} von ${total}`,
    leftList: 'Nicht mehr in dieser Liste',
  },
});
