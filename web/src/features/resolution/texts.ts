import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    resolution: 'Resolution',
    notGiven: 'Not given',
    all: 'All',
    set: 'Set resolution',
    values: {
      fixed: 'Fixed',
      duplicate: 'Duplicate',
      'cannot-reproduce': 'Cannot reproduce',
      'works-as-intended': 'Works as intended',
      'wont-fix': 'Won’t fix',
    },
  },
  de: {
    resolution: 'Ergebnis',
    notGiven: 'Nicht angegeben',
    all: 'Alle',
    set: 'Ergebnis setzen',
    values: {
      fixed: 'Behoben',
      duplicate: 'Duplikat',
      'cannot-reproduce': 'Nicht nachvollziehbar',
      'works-as-intended': 'So beabsichtigt',
      'wont-fix': 'Wird nicht behoben',
    },
  },
});
