import { inLanguage } from '#web/language/language.ts';

export const timesTexts = inLanguage({
  en: {
    title: 'Performance',
    about: (minutes: number, instance: string) =>
      `Time from request to response in the last ${minutes} minutes, on ${instance}.`,
    call: 'Call',
    calls: 'Calls',
    failures: 'Failed',
    p50: 'p50',
    p95: 'p95',
    slowest: 'Slowest',
    total: 'Total',
    half: 'Half of the calls took no longer',
    most: '95 of 100 calls took no longer',
    files: 'Static files',
    pages: 'Pages',
    unknown: 'Unknown addresses',
    other: 'Other',
    nothing: 'No recent requests.',
    failed: 'Failed to fetch performance data',
  },
  de: {
    title: 'Leistung',
    about: (minutes: number, instance: string) =>
      `Zeit von der Anfrage bis zur Antwort in den letzten ${minutes} Minuten auf ${instance}.`,
    call: 'Aufruf',
    calls: 'Aufrufe',
    failures: 'Fehler',
    p50: 'p50',
    p95: 'p95',
    slowest: 'Längste',
    total: 'Gesamt',
    half: 'Die Hälfte der Aufrufe dauerte nicht länger',
    most: '95 von 100 Aufrufen dauerten nicht länger',
    files: 'Statische Dateien',
    pages: 'Seiten',
    unknown: 'Unbekannte Adressen',
    other: 'Andere',
    nothing: 'Keine Anfragen in den letzten Minuten.',
    failed: 'Die Leistungsdaten konnten nicht geladen werden',
  },
});
