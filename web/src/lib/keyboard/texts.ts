import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    title: 'Keyboard shortcuts',
    enable: 'Enable single-key shortcuts',
    close: 'Close',
    notOpened:
      'This could not be opened: the server is offline, or has a new version. What was typed meanwhile is dropped.',
    dropped: 'Some keys were typed before there was anything for them, and are dropped.',
    onlyThere: (key: string, places: string) => `${key} works only ${places}.`,
  },
  de: {
    title: 'Tastenkürzel',
    enable: 'Kürzel mit einzelnen Tasten aktivieren',
    close: 'Schließen',
    notOpened:
      'Das ließ sich nicht öffnen: Der Server ist nicht erreichbar, oder es gibt eine neue Version. Was inzwischen getippt wurde, ist verworfen.',
    dropped: 'Einige Tasten wurden gedrückt, bevor es etwas für sie gab, und sind verworfen.',
    onlyThere: (key: string, places: string) => `${key} wirkt nur ${places}.`,
  },
});
