import type { Translated } from '#contract/index.ts';
import { formatNumber } from '#web/language/language.ts';

/* Messages that belong to no feature, in German. */

export const messages = {
  server: {
    badBody: () => 'Der Inhalt der Anfrage muss ein JSON-Objekt sein',
    tooManyKeys: ({ max }) => `Der Inhalt der Anfrage darf höchstens ${formatNumber(max)} Schlüssel haben`,
    badBodyLength: () => 'Der Inhalt der Anfrage ist nicht so lang, wie Content-Length angibt',
    badIdempotencyKey: () => 'Idempotency-Key muss aus 1 bis 255 druckbaren ASCII-Zeichen bestehen',
    badRequest: () => 'Das ist keine gültige HTTP-Anfrage',
    busy: () => 'Der Server ist ausgelastet. Bitte gleich noch einmal versuchen.',
    databaseAway: () => 'Der Server erreicht seine Datenbank nicht. Bitte gleich noch einmal versuchen.',
    databaseSilent: () => 'Die Datenbank antwortet nicht',
    diskFull: () =>
      'Der Speicher des Servers ist voll: Nichts wurde gespeichert. Der Betreiber muss Platz schaffen.',
    expectation: () => 'Der Server unterstützt diese Kopfzeile Expect nicht',
    headersTooLarge: () => 'Die Kopfzeilen der Anfrage sind zu groß',
    idempotencyMismatch: () =>
      'Diese Anfrage wurde schon mit anderem Inhalt gesendet und ausgeführt. Vor dem erneuten Senden bitte das Ergebnis prüfen.',
    internal: () => 'Auf dem Server ist etwas schiefgegangen',
    invalid: () => 'Ungültige Eingabe',
    invalidValue: () => 'Die Anfrage enthält einen ungültigen Wert',
    methodNotAllowed: () => 'Diese Adresse unterstützt diese Methode nicht',
    metricsToken: () => 'Bitte das METRICS_TOKEN oder die Sitzung eines Admins als Bearer-Token senden',
    missingHost: () => 'Die Kopfzeile Host fehlt',
    notFound: () => 'Nicht gefunden',
    notJson: () => 'Der Inhalt der Anfrage ist kein gültiges JSON',
    notUtf8: () => 'Der Inhalt der Anfrage muss UTF-8 sein',
    tooExpensive: () =>
      'Die Antwort ist zu aufwendig. Bitte eingrenzen, etwa mit weniger Begriffen oder einem weiteren Filter.',
    slowRequest: () => 'Die Anfrage kam zu langsam an',
    stopping: () => 'Der Server wird gerade angehalten',
    storageAway: () =>
      'Der Server konnte seinen Speicher nicht erreichen: Nichts wurde gespeichert. Bitte gleich noch einmal versuchen.',
    tooLarge: () => 'Die Anfrage ist zu groß',
    tooManyStreams: () => 'Zu viele offene Live-Verbindungen',
    unauthorized: () => 'Zum Fortfahren bitte anmelden',
    unknownField: ({ name }) => `Unbekanntes Feld: ${name}`,
    unknownMethod: () => 'Der Server kennt diese Methode nicht',
    wrongMediaType: () => 'Der Inhalt der Anfrage muss application/json sein',
  },
  permissions: {
    onlyAdmins: () => 'Das können nur Admins',
  },
  live: {
    noSince: () => 'since muss die ID eines Ereignisses sein',
  },
  field: {
    required: ({ field: label }) => `${label} wird benötigt`,
    notText: ({ field: label }) => `${label} muss ein Text sein`,
    notNumber: ({ field: label }) => `${label} muss eine Zahl sein`,
    notBoolean: ({ field: label }) => `${label} muss true oder false sein`,
    notId: () => 'Das ist keine ID',
    tooLong: ({ field: label, max }) => `${label} darf höchstens ${formatNumber(max)} Zeichen haben`,
    tooLongBy: ({ field: label, by }) => `${label} ist um ${formatNumber(by)} Zeichen zu lang`,
    tooShort: ({ field: label, min }) => `${label} muss mindestens ${formatNumber(min)} Zeichen haben`,
    notStorable: ({ field: label }) => `${label} enthält Zeichen, die nicht gespeichert werden können`,
    tooManyMarks: ({ field: label, max }) =>
      `${label} darf nicht mehr als ${formatNumber(max)} kombinierende Zeichen hintereinander haben`,
    unprintable: ({ field: label, direction }) =>
      `${label} darf keine Zeilenumbrüche, Steuerzeichen oder ${direction === 'marks' ? 'Richtungszeichen' : 'Richtungswechsel'} enthalten`,
    outOfRange: ({ field: label, max }) => `${label} muss eine Zahl von 1 bis ${formatNumber(max)} sein`,
    notOneOf: ({ field: label, values }) => `${label} muss eines von diesen sein: ${values.join(', ')}`,
  },
} satisfies Partial<Translated>;

/** Names that only programs send are unchanged. */
export const fields = {
  Search: 'Suche',
  action: 'action',
  limit: 'limit',
};
