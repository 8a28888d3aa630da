import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    skip: 'Skip to content',
    menu: 'Menu',
    main: 'Main',
    logout: 'Logout',
    showShortcuts: 'Show this list',
    live: 'Live: changes appear automatically',
    connecting: 'Connecting',
    notConnected: 'Not connected',
    away: 'Offline since {time}.',
    lastKnown: 'Showing the last known state.',
    triesAgain: 'Retrying…',
    tryNow: 'Try now',
    trying: 'Trying...',
    brokenTitle: 'Something went wrong',
    brokenText: 'This page could not be shown. Your saved work is safe.',
    codeMissing:
      'This page could not be loaded: the server is offline, or has a new version. Your saved work is safe.',
    reload: 'Reload the page',
    notFoundTitle: 'Page not found',
    notFoundText: (address: string) =>
      `There is no page at ${address}. The address may be mistyped, or the page no longer exists.`,
    goToDashboard: 'Go to the dashboard',
    goToBugs: 'Go to the bug list',
  },
  de: {
    skip: 'Zum Inhalt springen',
    menu: 'Menü',
    main: 'Hauptnavigation',
    logout: 'Abmelden',
    showShortcuts: 'Diese Liste anzeigen',
    live: 'Live: Änderungen erscheinen von selbst',
    connecting: 'Wird verbunden',
    notConnected: 'Nicht verbunden',
    away: 'Offline seit {time}.',
    lastKnown: 'Angezeigt wird der letzte bekannte Stand.',
    triesAgain: 'Neuer Verbindungsversuch …',
    tryNow: 'Jetzt versuchen',
    trying: 'Wird versucht ...',
    brokenTitle: 'Etwas ist schiefgegangen',
    brokenText: 'Diese Seite konnte nicht angezeigt werden. Alles Gespeicherte ist sicher.',
    codeMissing:
      'Diese Seite konnte nicht geladen werden: Der Server ist nicht erreichbar, oder es gibt eine neue Version. Alles Gespeicherte ist sicher.',
    reload: 'Seite neu laden',
    notFoundTitle: 'Seite nicht gefunden',
    notFoundText: (address: string) =>
      `Unter ${address} gibt es keine Seite. Vielleicht ist die Adresse falsch geschrieben, oder es gibt die Seite nicht mehr.`,
    goToDashboard: 'Zur Übersicht',
    goToBugs: 'Zur Liste der Bugs',
  },
});
