import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    title: 'Keyboard shortcuts',
    turn: 'Use single-key shortcuts',
    close: 'Close',
  },
  de: {
    title: 'Tastenkürzel',
    turn: 'Einzelne Tasten lösen diese Aktionen aus',
    close: 'Schließen',
  },
});
