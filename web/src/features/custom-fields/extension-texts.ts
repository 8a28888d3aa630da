import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: {
    fields: 'Fields',
    go: 'Go to fields',
    actions: { 'field created': 'Field created', 'field changed': 'Field changed' },
  },
  de: {
    fields: 'Felder',
    go: 'Zu den Feldern',
    actions: { 'field created': 'Feld angelegt', 'field changed': 'Feld geändert' },
  },
});
