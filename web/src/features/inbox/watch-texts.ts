import { inLanguage } from '#web/language/language.ts';

export const watchTexts = inLanguage({
  en: {
    watch: 'Watch',
    stop: 'Stop watching',
    help: 'Changes of watched bugs come into the inbox (w)',
    watching: { one: 'watcher', other: 'watchers' },
    list: 'Users who watch this bug',
    remove: (name: string) => `Remove ${name}`,
    add: 'Add a watcher',
    typeName: 'Type a name',
    noOne: 'No one else has this name',
    failed: 'The change was not saved',
    retry: 'Show who watches this bug',
  },
  de: {
    watch: 'Beobachten',
    stop: 'Nicht mehr beobachten',
    help: 'Änderungen beobachteter Bugs kommen in den Posteingang (w)',
    watching: { one: 'Person beobachtet', other: 'Personen beobachten' },
    list: 'Wer diesen Bug beobachtet',
    remove: (name: string) => `${name} entfernen`,
    add: 'Jemanden hinzufügen',
    typeName: 'Einen Namen eingeben',
    noOne: 'Niemand sonst heißt so',
    failed: 'Die Änderung wurde nicht gespeichert',
    retry: 'Beobachtende anzeigen',
  },
});
