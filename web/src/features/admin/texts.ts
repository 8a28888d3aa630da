import type { ManagedUser } from '#contract/admin/admin.ts';
import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    users: 'Users',
    audit: 'Audit',
    loading: 'Loading...',
    found: (counted: string) => `${counted} found`,
    user: { one: 'user', other: 'users' },
    usersFailed: 'Failed to fetch users',
    noUsers: 'No users match this search.',
    clearSearch: 'Clear search',
    search: 'Search',
    searchHint: 'Search names and email addresses',
    name: 'Name',
    email: 'Email',
    role: 'Role',
    roles: { admin: 'Admin', user: 'User' },
    status: 'Status',
    suspended: 'Suspended',
    active: 'Active',
    unconfirmed: 'Not confirmed',
    pendingEmail: (email: string) => `${email} is not confirmed yet`,
    lastSeen: 'Last active',
    signedOut: 'Not signed in',
    actions: 'Actions',
    showTrail: 'Show audit trail',
    ownAccount: 'This is your own account.',
    backup: (timeAgo: string) => `Last verified backup: ${timeAgo}`,
    backupFailed: (timeAgo: string) => `A backup failed ${timeAgo}`,
    backupsFailed: (reason: string) => `Failed to fetch backups: ${reason}`,
    noBackup: 'No verified backup yet. Set BACKUP_EVERY, or run npm run katydid -- backup.',
    invite: 'Invite',
    invitation: 'Invitation',
    invitationText: 'One person can register with this link until {time}. It is not shown again.',
    makeResetLink: 'Create password reset link',
    resetLink: 'Password reset link',
    resetLinkText:
      'With this link, {name} can set a new password once, until {time}. All sessions of the account end then. Earlier links are void, and this one is not shown again.',
    resetLinkFailed: 'Failed to create a password reset link',
    link: 'Link',
    makingLink: 'Creating a link...',
    inviteFailed: 'Failed to create an invitation',
    close: 'Close',
  },
  de: {
    users: 'Konten',
    audit: 'Protokoll',
    loading: 'Wird geladen ...',
    found: (counted: string) => `${counted} gefunden`,
    user: { one: 'Konto', other: 'Konten' },
    usersFailed: 'Die Konten konnten nicht geladen werden',
    noUsers: 'Keine Konten passen zu dieser Suche.',
    clearSearch: 'Suche leeren',
    search: 'Suche',
    searchHint: 'Namen und E-Mail-Adressen durchsuchen',
    name: 'Name',
    email: 'E-Mail',
    role: 'Rolle',
    roles: { admin: 'Admin', user: 'Mitglied' },
    status: 'Status',
    suspended: 'Gesperrt',
    active: 'Aktiv',
    unconfirmed: 'Nicht bestätigt',
    pendingEmail: (email: string) => `${email} ist noch nicht bestätigt`,
    lastSeen: 'Zuletzt aktiv',
    signedOut: 'Nicht angemeldet',
    actions: 'Aktionen',
    showTrail: 'Protokoll anzeigen',
    ownAccount: 'Das ist das eigene Konto.',
    backup: (timeAgo: string) => `Letzte geprüfte Sicherung: ${timeAgo}`,
    backupFailed: (timeAgo: string) => `Eine Sicherung ist fehlgeschlagen (${timeAgo})`,
    backupsFailed: (reason: string) => `Die Sicherungen konnten nicht geladen werden: ${reason}`,
    noBackup:
      'Noch keine Sicherung ist geprüft. Dafür BACKUP_EVERY setzen oder npm run katydid -- backup ausführen.',
    invite: 'Einladen',
    invitation: 'Einladung',
    invitationText:
      'Mit diesem Link kann sich eine Person registrieren, bis {time}. Er wird nur jetzt angezeigt.',
    makeResetLink: 'Link für neues Passwort erstellen',
    resetLink: 'Link für ein neues Passwort',
    resetLinkText:
      'Mit diesem Link kann {name} einmal ein neues Passwort setzen, bis {time}. Dabei enden alle Sitzungen des Kontos. Frühere Links sind ungültig, und dieser wird nur jetzt angezeigt.',
    resetLinkFailed: 'Der Link für ein neues Passwort konnte nicht erstellt werden',
    link: 'Link',
    makingLink: 'Ein Link wird erstellt ...',
    inviteFailed: 'Die Einladung konnte nicht erstellt werden',
    close: 'Schließen',
  },
});

interface Wording {
  /** In the menu, and on the button of the dialog. */
  label: string;
  title: string;
  /** The text of the dialog. */
  consequence: (user: ManagedUser) => string;
  done: (name: string) => string;
  failed: string;
}

type Action =
  | 'make-admin'
  | 'make-user'
  | 'suspend'
  | 'reinstate'
  | 'end-sessions'
  | 'confirm-email'
  | 'take-back-email';

function lastChange({ emailChanges: [change] = [] }: Partial<Pick<ManagedUser, 'emailChanges'>>) {
  return change;
}

/** The texts of actions on users. */
export const wordings = inLanguage<Record<Action, Wording>>({
  en: {
    'make-admin': {
      label: 'Make admin',
      title: 'Make user an admin',
      consequence: ({ name }) =>
        `${name} will be able to edit and delete every bug, manage all accounts and read the audit trail.`,
      done: (name) => `${name} is now an admin.`,
      failed: 'Failed to change the role',
    },
    'make-user': {
      label: 'Remove as admin',
      title: 'Remove as admin',
      consequence: ({ name }) =>
        `${name} will no longer be able to manage accounts, read the audit trail or change other people’s bugs.`,
      done: (name) => `${name} is now a user.`,
      failed: 'Failed to change the role',
    },
    suspend: {
      label: 'Suspend',
      title: 'Suspend user',
      consequence: ({ name }) =>
        `${name} will be signed out everywhere at once, and cannot sign in until an admin reinstates the account. Bugs stay as they are.`,
      done: (name) => `${name} is suspended.`,
      failed: 'Failed to suspend user',
    },
    reinstate: {
      label: 'Reinstate',
      title: 'Reinstate user',
      consequence: ({ name }) => `${name} will be able to sign in again.`,
      done: (name) => `${name} can sign in again.`,
      failed: 'Failed to reinstate user',
    },
    'end-sessions': {
      label: 'End sessions',
      title: 'End sessions',
      consequence: ({ name }) => `${name} will be signed out on every device and has to sign in again.`,
      done: (name) => `All sessions of ${name} have ended.`,
      failed: 'Failed to end sessions',
    },
    'confirm-email': {
      label: 'Confirm email address',
      title: 'Confirm email address',
      consequence: ({ name, email, pendingEmail }) =>
        pendingEmail === undefined
          ? `${email} will count as the confirmed address of ${name}, although no one has opened the link sent to it.`
          : `${pendingEmail} will replace ${email} as the address of ${name}, although no one has opened the link sent to it.`,
      done: (name) => `The email address of ${name} is confirmed.`,
      failed: 'Failed to confirm the address',
    },
    'take-back-email': {
      label: 'Undo email change',
      title: 'Undo email change',
      consequence: ({ name, ...user }) =>
        `The email address of ${name} will be ${lastChange(user)?.from} again instead of ${lastChange(user)?.to}, and the session that changed it ends.`,
      done: (name) => `The change of ${name}’s email address was undone.`,
      failed: 'Failed to undo the change',
    },
  },
  de: {
    'make-admin': {
      label: 'Zum Admin machen',
      title: 'Zum Admin machen',
      consequence: ({ name }) =>
        `${name} kann dann alle Bugs bearbeiten und löschen, alle Konten verwalten und das Protokoll lesen.`,
      done: (name) => `${name} ist jetzt Admin.`,
      failed: 'Die Rolle konnte nicht geändert werden',
    },
    'make-user': {
      label: 'Adminrechte entziehen',
      title: 'Adminrechte entziehen',
      consequence: ({ name }) =>
        `${name} kann dann weder Konten verwalten noch das Protokoll lesen noch die Bugs anderer ändern.`,
      done: (name) => `${name} ist jetzt Mitglied.`,
      failed: 'Die Rolle konnte nicht geändert werden',
    },
    suspend: {
      label: 'Sperren',
      title: 'Konto sperren',
      consequence: ({ name }) =>
        `${name} wird sofort überall abgemeldet und kann sich erst wieder anmelden, wenn ein Admin das Konto entsperrt. Die Bugs bleiben, wie sie sind.`,
      done: (name) => `${name} ist gesperrt.`,
      failed: 'Das Konto konnte nicht gesperrt werden',
    },
    reinstate: {
      label: 'Entsperren',
      title: 'Konto entsperren',
      consequence: ({ name }) => `${name} kann sich dann wieder anmelden.`,
      done: (name) => `${name} kann sich wieder anmelden.`,
      failed: 'Das Konto konnte nicht entsperrt werden',
    },
    'end-sessions': {
      label: 'Sitzungen beenden',
      title: 'Sitzungen beenden',
      consequence: ({ name }) => `${name} wird auf allen Geräten abgemeldet und muss sich neu anmelden.`,
      done: (name) => `Alle Sitzungen von ${name} sind beendet.`,
      failed: 'Die Sitzungen konnten nicht beendet werden',
    },
    'confirm-email': {
      label: 'E-Mail-Adresse bestätigen',
      title: 'E-Mail-Adresse bestätigen',
      consequence: ({ name, email, pendingEmail }) =>
        pendingEmail === undefined
          ? `${email} gilt dann als bestätigte Adresse von ${name}, ohne den Link, der an sie ging.`
          : `${name} hat dann die Adresse ${pendingEmail} statt ${email}, ohne den Link, der an sie ging.`,
      done: (name) => `Die E-Mail-Adresse von ${name} ist bestätigt.`,
      failed: 'Die Adresse konnte nicht bestätigt werden',
    },
    'take-back-email': {
      label: 'E-Mail-Änderung zurücknehmen',
      title: 'E-Mail-Änderung zurücknehmen',
      consequence: ({ name, ...user }) =>
        `Die E-Mail-Adresse von ${name} ist dann wieder ${lastChange(user)?.from} statt ${lastChange(user)?.to}, und die Sitzung, die sie geändert hat, endet.`,
      done: (name) => `${name} hat wieder die frühere E-Mail-Adresse.`,
      failed: 'Die Änderung konnte nicht zurückgenommen werden',
    },
  },
});

export type UserAction = keyof typeof wordings;
