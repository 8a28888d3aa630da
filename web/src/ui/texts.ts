import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    selected: 'Selected: copy it with the keyboard',
    retry: 'Retry',
    loading: 'Loading...',
    showMore: 'Show more',
    saving: 'Saving',
  },
  de: {
    cancel: 'Abbrechen',
    close: 'Schließen',
    copy: 'Kopieren',
    copied: 'Kopiert',
    selected: 'Markiert: zum Kopieren die Tastatur benutzen',
    retry: 'Noch einmal versuchen',
    loading: 'Wird geladen ...',
    showMore: 'Mehr anzeigen',
    saving: 'Wird gespeichert',
  },
});
