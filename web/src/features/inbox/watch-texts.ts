import { inLanguage } from '#web/language/language.ts';

export const watchTexts = inLanguage({
  en: {
    watch: 'Watch',
    stop: 'Stop watching',
    help: 'Get changes to this bug in your inbox (w)',
    watching: { one: 'watcher', other: 'watchers' },
    list: 'People watching this bug',
    remove: (name: string) => `Remove ${name}`,
    add: 'Add a watcher',
    typeName: 'Type a name',
    noOne: 'No matching people',
    failed: 'The change was not saved',
    retry: 'Show who watches this bug',
  },
  de: {
    watch: 'Beobachten',
    stop: 'Nicht mehr beobachten',
    help: 'Änderungen an diesem Bug im Posteingang erhalten (w)',
    watching: { one: 'Person beobachtet', other: 'Personen beobachten' },
    list: 'Wer diesen Bug beobachtet',
    remove: (name: string) => `${name} entfernen`,
    add: 'Jemanden hinzufügen',
    typeName: 'Einen Namen eingeben',
    noOne: 'Keine passenden Personen',
    failed: 'Die Änderung wurde nicht gespeichert',
    retry: 'Beobachtende anzeigen',
  },
});
