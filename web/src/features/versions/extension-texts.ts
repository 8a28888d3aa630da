import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: {
    versions: 'Versions',
    manage: 'Manage versions',
    actions: {
      'version created': 'Version created',
      'version changed': 'Version changed',
      'version deleted': 'Version deleted',
    },
  },
  de: {
    versions: 'Versionen',
    manage: 'Versionen verwalten',
    actions: {
      'version created': 'Version angelegt',
      'version changed': 'Version geändert',
      'version deleted': 'Version gelöscht',
    },
  },
});
