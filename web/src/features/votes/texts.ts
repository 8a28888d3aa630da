import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    help: 'This bug affects me too (v)',
    undo: 'This bug affects you. Press again to undo (v)',
    list: 'Users affected by this bug',
    environment: 'Environment (optional)',
    placeholder: 'Version, browser, system…',
    cancel: 'Cancel',
    change: 'Change environment',
    noEnvironment: 'No environment given',
    showAll: 'Show all',
    shownOf: (shown: string) => `The newest ${shown} are shown`,
    failed: 'Your vote was not saved',
    retry: 'Load the votes again',
  },
  de: {
    help: 'Dieser Bug betrifft mich auch (v)',
    undo: 'Dieser Bug betrifft Sie. Nochmals drücken macht das rückgängig (v)',
    list: 'Von diesem Bug Betroffene',
    environment: 'Umgebung (freiwillig)',
    placeholder: 'Version, Browser, System …',
    cancel: 'Abbrechen',
    change: 'Umgebung ändern',
    noEnvironment: 'Keine Umgebung angegeben',
    showAll: 'Alle zeigen',
    shownOf: (shown: string) => `Die neuesten ${shown} werden gezeigt`,
    failed: 'Die Stimme wurde nicht gespeichert',
    retry: 'Stimmen erneut laden',
  },
});
