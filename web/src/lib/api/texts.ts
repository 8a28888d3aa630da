import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    noToken: 'Authentication token not found',
    unexpected: 'Something went wrong. Try again.',
    unreachable: 'The server cannot be reached. Check the connection and try again.',
    unreadable: 'The server sent a response that this page does not understand. Reload the page.',
    unknownPerson: 'Unknown',
    failed: (status: number) => `The server answered with an error (${status}). Try again.`,
    request: (id: string) => `Request ID: ${id}`,
  },
  de: {
    noToken: 'Das Anmeldezeichen (Token) fehlt',
    unexpected: 'Etwas Unerwartetes ist passiert. Bitte noch einmal versuchen.',
    unreachable: 'Der Server ist nicht erreichbar. Bitte die Verbindung prüfen und noch einmal versuchen.',
    unreadable:
      'Der Server hat etwas geantwortet, das diese Seite nicht versteht. Bitte die Seite neu laden.',
    unknownPerson: 'Unbekannt',
    failed: (status: number) =>
      `Der Server hat mit einem Fehler geantwortet (${status}). Bitte noch einmal versuchen.`,
    request: (id: string) => `Anfrage-ID: ${id}`,
  },
});
