import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    title: 'Keyboard shortcuts',
    enable: 'Enable single-key shortcuts',
    close: 'Close',
  },
  de: {
    title: 'Tastenkürzel',
    enable: 'Kürzel mit einzelnen Tasten aktivieren',
    close: 'Schließen',
  },
});
