import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    help: 'Say that you have this bug, too (v)',
    undo: 'You have this, too. Press again to take that back (v)',
    list: 'Who has this bug, too',
    environment: 'Environment (optional)',
    placeholder: 'Version, browser, system…',
    cancel: 'Cancel',
    change: 'Change environment',
    nothingSaid: 'Nothing said about the environment',
    showAll: 'Show all',
    shownOf: (shown: string) => `The newest ${shown} are shown`,
    failed: 'Your vote was not saved',
    retry: 'Show who has this bug, too',
  },
  de: {
    help: 'Sagen, dass Sie diesen Bug auch haben (v)',
    undo: 'Sie haben das auch. Nochmals drücken nimmt es zurück (v)',
    list: 'Wer diesen Bug auch hat',
    environment: 'Umgebung (freiwillig)',
    placeholder: 'Version, Browser, System …',
    cancel: 'Abbrechen',
    change: 'Umgebung ändern',
    nothingSaid: 'Zur Umgebung nichts gesagt',
    showAll: 'Alle zeigen',
    shownOf: (shown: string) => `Die neuesten ${shown} werden gezeigt`,
    failed: 'Die Stimme wurde nicht gespeichert',
    retry: 'Zeigen, wer diesen Bug auch hat',
  },
});
