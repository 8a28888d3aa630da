import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: {
    components: 'Components',
    go: 'Go to components',
    actions: {
      'component created': 'Component created',
      'component changed': 'Component changed',
      'component deleted': 'Component deleted',
    },
  },
  de: {
    components: 'Komponenten',
    go: 'Zu den Komponenten',
    actions: {
      'component created': 'Komponente angelegt',
      'component changed': 'Komponente geändert',
      'component deleted': 'Komponente gelöscht',
    },
  },
});
