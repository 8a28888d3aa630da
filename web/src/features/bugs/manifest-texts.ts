import { inLanguage } from '#web/language/language.ts';

export const manifestTexts = inLanguage({
  en: { bugs: 'Bugs', createBug: 'Create Bug' },
  de: { bugs: 'Bugs', createBug: 'Bug melden' },
});
