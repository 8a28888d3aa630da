import { inLanguage } from '#web/language/language.ts';

export const extensionTexts = inLanguage({
  en: {
    labels: 'Labels',
    go: 'Go to labels',
    actions: {
      'label created': 'Label created',
      'label changed': 'Label changed',
      'label deleted': 'Label deleted',
      'label merged': 'Label merged',
    },
  },
  de: {
    labels: 'Labels',
    go: 'Zu den Labels',
    actions: {
      'label created': 'Label angelegt',
      'label changed': 'Label geändert',
      'label deleted': 'Label gelöscht',
      'label merged': 'Label zusammengeführt',
    },
  },
});
