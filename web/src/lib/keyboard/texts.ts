import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    title: 'Keyboard shortcuts',
    turn: 'Enable single-key shortcuts',
    close: 'Close',
  },
  de: {
    title: 'Tastenkürzel',
    turn: 'Kürzel mit einzelnen Tasten aktivieren',
    close: 'Schließen',
  },
});
