import { formatNumber } from '#web/language/language.ts';

/* What the messages of the server and of the contract's schemas say in German. A test finds those that are missing. */

const messages: Readonly<Record<string, string>> = {
  'Invalid input': 'Ungültige Eingabe',
  'Invalid email format': 'Das ist keine gültige E-Mail-Adresse',
  'Email must be at most 254 bytes': 'Die E-Mail-Adresse darf höchstens 254 Byte lang sein',
  'Invitation is not valid': 'Die Einladung ist ungültig',
  'Current password is required to change password':
    'Um das Passwort zu ändern, wird das aktuelle Passwort benötigt',
  'New password is required to change password':
    'Um das Passwort zu ändern, wird ein neues Passwort benötigt',
  'Current password is incorrect': 'Das aktuelle Passwort ist falsch',
  'Password must not be your own name or email':
    'Das Passwort darf nicht der eigene Name oder die eigene E-Mail-Adresse sein',
  'Password is one that many people use: choose another':
    'Dieses Passwort benutzen viele: Bitte ein anderes wählen',
  'An account with this email already exists': 'Mit dieser E-Mail-Adresse gibt es schon ein Konto',
  'Invalid email or password': 'E-Mail oder Passwort ist falsch',
  'This account is suspended: ask an admin': 'Dieses Konto ist gesperrt: Bitte einen Admin fragen',
  'Too many people are signing in. Try again in a moment.':
    'Gerade melden sich zu viele an. Bitte gleich noch einmal versuchen.',
  'Registration is by invitation: ask an admin for a link':
    'Registrieren geht nur mit einer Einladung: Ein Admin kann einen Link ausstellen',
  'Sign in to go on': 'Zum Weiterarbeiten bitte anmelden',
  'Only admins can do this': 'Das können nur Admins',
  'Send the METRICS_TOKEN, or the session of an admin, as bearer token':
    'Bitte das METRICS_TOKEN oder die Sitzung eines Admins als Bearer-Token senden',
  'This is the last admin: make someone else an admin first':
    'Das ist der letzte Admin: Zuerst muss jemand anderes Admin werden',
  'Only the creator of a bug or an admin can edit it':
    'Nur wer den Bug erstellt hat oder ein Admin kann ihn bearbeiten',
  'Only the creator of a bug or an admin can delete it':
    'Nur wer den Bug erstellt hat oder ein Admin kann ihn löschen',
  'Someone else has changed this bug meanwhile': 'Jemand anderes hat diesen Bug inzwischen geändert',
  'Assigned To must be one of the users': 'Ein Bug kann nur jemandem zugewiesen werden, der ein Konto hat',
  'Assigned To must be the id of a user, or empty': '„Zugewiesen an“ muss die ID eines Kontos oder leer sein',
  'Suspended must be true or false': '„Gesperrt“ muss true oder false sein',
  'Not an id': 'Das ist keine ID',
  'assignedTo must be an id, me or none': 'assignedTo muss eine ID, me oder none sein',
  'createdBy must be an id or me': 'createdBy muss eine ID oder me sein',
  'since must be the id of an event': 'since muss die ID eines Ereignisses sein',
  'after must be the id of an entry of this bug': 'after muss die ID eines Eintrags dieses Bugs sein',
  'cursor is not one that this server gave': 'Dieser Server hat diesen cursor nicht ausgegeben',
  'cursor is not one that this server gave for this list':
    'Dieser Server hat diesen cursor nicht für diese Liste ausgegeben',
  'Not found': 'Nicht gefunden',
  'Bug not found': 'Bug nicht gefunden',
  'User not found': 'Konto nicht gefunden',
  'Session not found': 'Sitzung nicht gefunden',
  'Job not found, or no longer dead': 'Auftrag nicht gefunden oder nicht mehr endgültig fehlgeschlagen',
  'Change not found': 'Änderung nicht gefunden',
  'The request is too large': 'Die Anfrage ist zu groß',
  'The request has a value that cannot be looked up':
    'Die Anfrage enthält einen Wert, der sich nicht suchen lässt',
  'Not a valid HTTP request': 'Das ist keine gültige HTTP-Anfrage',
  'The request took too long to arrive': 'Die Anfrage kam zu langsam an',
  'The headers of the request are too large': 'Die Kopfzeilen der Anfrage sind zu groß',
  'The server does not know this method': 'Der Server kennt diese Methode nicht',
  'The server cannot meet what Expect asks for': 'Der Server kann nicht erfüllen, was Expect verlangt',
  'The header Host is missing': 'Die Kopfzeile Host fehlt',
  'This address does not take that method': 'Diese Adresse nimmt diese Methode nicht an',
  'The body must be a JSON object': 'Der Inhalt der Anfrage muss ein JSON-Objekt sein',
  'The body must be in UTF-8': 'Der Inhalt der Anfrage muss UTF-8 sein',
  'The body must be application/json': 'Der Inhalt der Anfrage muss application/json sein',
  'The body is not valid JSON': 'Der Inhalt der Anfrage ist kein gültiges JSON',
  'The body is not as long as Content-Length says':
    'Der Inhalt der Anfrage ist nicht so lang, wie Content-Length angibt',
  'Idempotency-Key must be 1 to 255 printable ASCII characters':
    'Idempotency-Key muss aus 1 bis 255 druckbaren ASCII-Zeichen bestehen',
  'This was sent before with other contents, and carried out as it was then. Look at the result before you send it again.':
    'Das wurde schon einmal mit anderem Inhalt gesendet und so ausgeführt. Vor dem erneuten Senden bitte das Ergebnis ansehen.',
  'Too many are listening for changes': 'Zu viele hören auf Änderungen',
  'The request took too long. Narrow it, or try again later.':
    'Die Anfrage hat zu lange gedauert. Bitte eingrenzen oder später noch einmal versuchen.',
  'The server is busy. Try again in a moment.':
    'Der Server ist ausgelastet. Bitte gleich noch einmal versuchen.',
  'The server cannot reach its database. Try again in a moment.':
    'Der Server erreicht seine Datenbank nicht. Bitte gleich noch einmal versuchen.',
  'The server could not reach its storage: nothing was saved. Try again in a moment.':
    'Der Server konnte seinen Speicher nicht erreichen: Nichts wurde gespeichert. Bitte gleich noch einmal versuchen.',
  'The server’s disk is full: nothing was saved. Ask its operator to make room.':
    'Der Speicher des Servers ist voll: Nichts wurde gespeichert. Wer ihn betreibt, muss Platz schaffen.',
  'The server is about to stop': 'Der Server wird gerade angehalten',
  'The database does not answer': 'Die Datenbank antwortet nicht',
  'Something went wrong on the server': 'Auf dem Server ist etwas schiefgegangen',
};

/** What messages about a field call it, both in English and in German. Names that only programs send stay as they are. */
const fields: Readonly<Record<string, string>> = {
  Title: 'Titel',
  Description: 'Beschreibung',
  Status: 'Status',
  Priority: 'Priorität',
  Search: 'Suche',
  Name: 'Name',
  Email: 'E-Mail',
  Password: 'Passwort',
  Invitation: 'Einladung',
  Role: 'Rolle',
  action: 'action',
  sort: 'sort',
  limit: 'limit',
  number: 'number',
};

/** Messages about any field. */
const patterns: readonly [pattern: RegExp, german: (field: string, detail: string) => string][] = [
  [/^(\w+) is required$/, (field) => `${field} wird benötigt`],
  [/^(\w+) must be text$/, (field) => `${field} muss ein Text sein`],
  [/^(\w+) must be a number$/, (field) => `${field} muss eine Zahl sein`],
  [
    /^(\w+) contains characters that cannot be stored$/,
    (field) => `${field} enthält Zeichen, die nicht gespeichert werden können`,
  ],
  [
    /^(\w+) must not have more than (\d+) combining marks in a row$/,
    (field, max) => `${field} darf nicht mehr als ${max} kombinierende Zeichen hintereinander haben`,
  ],
  [
    /^(\w+) must not contain line breaks, control characters or direction (mark|override)s$/,
    (field, kind) =>
      `${field} darf keine Zeilenumbrüche, Steuerzeichen oder ${kind === 'mark' ? 'Richtungszeichen' : 'Richtungswechsel'} enthalten`,
  ],
  [
    /^(\w+) must be at most ([\d,]+) characters$/,
    (field, max) => `${field} darf höchstens ${numberOf(max)} Zeichen haben`,
  ],
  [
    /^(\w+) must be at least ([\d,]+) characters$/,
    (field, min) => `${field} muss mindestens ${numberOf(min)} Zeichen haben`,
  ],
  [
    /^(\w+) must be a number from 1 to ([\d,]+)$/,
    (field, max) => `${field} muss eine Zahl von 1 bis ${numberOf(max)} sein`,
  ],
  [
    /^(\w+) must be one of (.+), with - in front for descending$/,
    (field, values) => `${field} muss eines von diesen sein: ${values}; mit - davor absteigend`,
  ],
  [/^(\w+) must be one of (.+)$/, (field, values) => `${field} muss eines von diesen sein: ${values}`],
];

/** The message in German; undefined for one that is not known here. */
export function translate(message: string): string | undefined {
  return messages[message] ?? aboutField(message) ?? withDetail(message);
}

function aboutField(message: string): string | undefined {
  for (const [pattern, german] of patterns) {
    const [, name = '', detail = ''] = pattern.exec(message) ?? [];
    const field = fields[name];
    if (field !== undefined) return german(field, detail);
  }
  return undefined;
}

/** What happened too often. */
const tooManyOf: Readonly<Record<string, string>> = {
  'Too many failed sign-ins': 'Zu viele fehlgeschlagene Anmeldungen',
  'Too many wrong passwords': 'Zu viele falsche Passwörter',
  'Too many changes of the email address': 'Zu viele Änderungen der E-Mail-Adresse',
  'Too many registrations': 'Zu viele Registrierungen',
};

/** Units as they stand after "in", for one and for more. */
const unitNames: Readonly<Record<string, readonly [one: string, more: string]>> = {
  day: ['Tag', 'Tagen'],
  hour: ['Stunde', 'Stunden'],
  minute: ['Minute', 'Minuten'],
  second: ['Sekunde', 'Sekunden'],
};

function withDetail(message: string): string | undefined {
  const [, what = '', count = '', unit = ''] =
    /^(.*)\. Try again in (\d+) (day|hour|minute|second)s?\.$/.exec(message) ?? [];
  const tooMany = tooManyOf[what];
  const units = unitNames[unit];
  if (tooMany !== undefined && units !== undefined)
    return `${tooMany}. Bitte in ${count} ${units[count === '1' ? 0 : 1]} noch einmal versuchen.`;
  const unknown = /^Unknown field: (.*)$/s.exec(message)?.[1];
  return unknown === undefined ? undefined : `Unbekanntes Feld: ${unknown}`;
}

function numberOf(digits: string): string {
  return formatNumber(Number(digits.replaceAll(',', '')));
}
