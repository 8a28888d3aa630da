import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    title: 'Keyboard shortcuts',
    turn: 'Single keys do these things',
    close: 'Close',
  },
  de: {
    title: 'Tastenkürzel',
    turn: 'Einzelne Tasten lösen diese Aktionen aus',
    close: 'Schließen',
  },
});
