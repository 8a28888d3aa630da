import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    component: 'Component',
    none: 'None',
    all: 'All',
    noComponent: 'No component',
    unknown: 'Another component',
    set: 'Set component',
    bugsIn: (name: string) => `Bugs in component ${name}`,
    words: 'components area module',
  },
  de: {
    component: 'Komponente',
    none: 'Keine',
    all: 'Alle',
    noComponent: 'Ohne Komponente',
    unknown: 'Andere Komponente',
    set: 'Komponente setzen',
    bugsIn: (name: string) => `Bugs in Komponente ${name}`,
    words: 'komponenten bereich modul',
  },
});
