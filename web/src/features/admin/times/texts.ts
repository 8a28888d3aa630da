import { inLanguage } from '#web/language/language.ts';

export const timesTexts = inLanguage({
  en: {
    title: 'Performance',
    about: (minutes: number, instance: string) =>
      `The last ${minutes} minutes on ${instance}, from the arrival of a request until its answer began.`,
    call: 'Call',
    calls: 'Calls',
    failures: 'Failed',
    p50: 'p50',
    p95: 'p95',
    slowest: 'Slowest',
    total: 'Total',
    half: 'Half of the calls took no longer',
    most: '95 of 100 calls took no longer',
    files: 'Files of the pages',
    pages: 'Pages',
    unknown: 'Unknown addresses',
    other: 'Other',
    nothing: 'No requests in the last minutes.',
    failed: 'Failed to fetch times',
  },
  de: {
    title: 'Zeiten',
    about: (minutes: number, instance: string) =>
      `Die letzten ${minutes} Minuten auf ${instance}, vom Eintreffen einer Anfrage bis zum Beginn ihrer Antwort.`,
    call: 'Aufruf',
    calls: 'Aufrufe',
    failures: 'Fehler',
    p50: 'p50',
    p95: 'p95',
    slowest: 'Längste',
    total: 'Gesamt',
    half: 'Die Hälfte der Aufrufe dauerte nicht länger',
    most: '95 von 100 Aufrufen dauerten nicht länger',
    files: 'Dateien der Seiten',
    pages: 'Seiten',
    unknown: 'Unbekannte Adressen',
    other: 'Andere',
    nothing: 'In den letzten Minuten kam bei dieser Instanz keine Anfrage an.',
    failed: 'Die Zeiten konnten nicht geladen werden',
  },
});
