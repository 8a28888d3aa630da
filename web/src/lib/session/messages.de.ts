import type { Translated } from '#contract/index.ts';
import type { Wait } from '#contract/accounts/users.ts';
import { counted } from '#web/language/language.ts';

/* Messages about accounts and sessions, in German. */

const units = {
  day: { one: 'Tag', other: 'Tagen' },
  hour: { one: 'Stunde', other: 'Stunden' },
  minute: { one: 'Minute', other: 'Minuten' },
  second: { one: 'Sekunde', other: 'Sekunden' },
};

/** When to retry, as a sentence. */
export function after({ count, unit }: Wait): string {
  return `Bitte in ${counted(count, units[unit])} noch einmal versuchen.`;
}

export const messages = {
  users: {
    invalidEmail: () => 'Das ist keine gültige E-Mail-Adresse',
    emailTooLong: ({ max }) => `Die E-Mail-Adresse darf höchstens ${max} Byte lang sein`,
    invalidInvitation: () => 'Die Einladung ist ungültig',
    currentPasswordRequired: () => 'Um das Passwort zu ändern, wird das aktuelle Passwort benötigt',
    newPasswordRequired: () => 'Um das Passwort zu ändern, wird ein neues Passwort benötigt',
    noIds: () => 'ids müssen die IDs von höchstens 50 Konten sein, durch Kommas getrennt',
    noCursor: () => 'cursor ist für diese Liste nicht gültig',
  },
  userRefusals: {
    adminLinkInvalid: () =>
      'Dieser Link macht niemanden mehr zum Admin: Er wurde schon benutzt, ist abgelaufen oder wurde durch einen Neustart des Servers ersetzt. Ein weiterer Neustart ergibt einen neuen Link.',
    commonPassword: () => 'Dieses Passwort ist zu verbreitet',
    emailTaken: () => 'Mit dieser E-Mail-Adresse gibt es schon ein Konto',
    invalidCredentials: () => 'E-Mail oder Passwort ist falsch',
    lastAdmin: () => 'Das ist der einzige Admin. Zuerst muss ein anderes Konto Admin werden.',
    ownPassword: () => 'Das Passwort darf nicht der eigene Name oder die eigene E-Mail-Adresse sein',
    registrationClosed: () =>
      'Registrieren ist nur mit Einladung möglich. Ein Admin kann einen Link erstellen.',
    suspended: () => 'Dieses Konto ist gesperrt. Bitte einen Admin fragen.',
    tooManyAtOnce: () => 'Gerade melden sich zu viele Leute an. Bitte gleich noch einmal versuchen.',
    tooManyConfirmations: (wait) => `An diese Adresse gingen zu viele Links. ${after(wait)}`,
    tooManyEmailChanges: (wait) => `Zu viele Änderungen der E-Mail-Adresse. ${after(wait)}`,
    tooManyRegistrations: (wait) => `Zu viele Registrierungen. ${after(wait)}`,
    tooManyResetRequests: (wait) => `Zu viele Anforderungen von Links. ${after(wait)}`,
    tooManySignIns: (wait) => `Zu viele fehlgeschlagene Anmeldungen. ${after(wait)}`,
    tooManyInvitations: (wait) => `Zu viele Einladungen. ${after(wait)}`,
    tooManyPasswords: (wait) => `Zu viele falsche Passwörter. ${after(wait)}`,
    wrongPassword: () => 'Das aktuelle Passwort ist falsch',
  },
  sessions: { notFound: () => 'Sitzung nicht gefunden' },
  accountLinks: {
    invalidLink: () => 'Dieser Link ist abgelaufen, wurde schon benutzt oder durch einen neueren ersetzt.',
    noMail: () => 'Dieser Server verschickt keine Links per E-Mail. Ein Admin kann einen erstellen.',
  },
  emailChanges: {
    notFound: () => 'Änderung nicht gefunden',
  },
  emailConfirmations: {
    nothingToConfirm: () => 'Für diese Adresse steht keine Bestätigung aus',
    noChange: () => 'Keine Änderung der Adresse wartet auf eine Bestätigung',
  },
} satisfies Partial<Translated>;

export const fields = {
  Name: 'Name',
  Email: 'E-Mail',
  Password: 'Passwort',
  Invitation: 'Einladung',
  Link: 'Link',
  'Admin link': 'Admin-Link',
};
