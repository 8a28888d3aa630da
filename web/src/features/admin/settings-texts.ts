import type { SettingName, SettingValues } from '#contract/admin/settings.ts';
import { inLanguage } from '#web/language/language.ts';

interface Choice<Value extends string> {
  readonly label: string;
  readonly help: string;
  readonly values: Readonly<Record<Value, string>>;
}

export type ChoiceName = Exclude<SettingName, 'name'>;

interface Texts {
  readonly title: string;
  readonly failed: string;
  readonly fixedBy: (variable: string) => string;
  readonly saved: string;
  readonly saveFailed: string;
  readonly mail: string;
  readonly backups: string;
  readonly name: string;
  readonly nameHelp: string;
  readonly nameWrong: string;
  readonly save: string;
  readonly choices: { readonly [Name in Exclude<ChoiceName, 'language'>]: Choice<SettingValues[Name]> } & {
    /** Its values are the names of the languages. */
    readonly language: Omit<Choice<string>, 'values'>;
  };
}

/** The texts of the page of settings. */
export const settingsTexts = inLanguage<Texts>({
  en: {
    title: 'Settings',
    failed: 'Failed to fetch settings',
    fixedBy: (variable) => `Set by ${variable} in the environment`,
    saved: 'Saved. It applies at once, for everyone.',
    saveFailed: 'Failed to save the setting',
    mail: 'Mail',
    backups: 'Backups',
    name: 'Name of the tracker',
    nameHelp:
      'In the bar, in the browser’s tab and in mails about bugs. Open pages show it once they are reloaded.',
    nameWrong: 'A name has 1 to 40 characters.',
    save: 'Save',
    choices: {
      registration: {
        label: 'Who can register',
        help: 'Admins invite people under Invitations.',
        values: {
          open: 'Everyone: registration is open',
          invite: 'People with an invitation',
          closed: 'No one: registration is closed',
        },
      },
      triage: {
        label: 'Who triages',
        help: 'Who can set a bug’s status, priority and assignee, besides its creator and admins. Everyone can take a bug that is not assigned.',
        values: { assignee: 'The assignee of a bug', everyone: 'Everyone' },
      },
      labels: {
        label: 'Who creates labels',
        help: 'Only admins rename, merge and delete them.',
        values: { admins: 'Only admins', everyone: 'Everyone' },
      },
      commonPasswords: {
        label: 'Common passwords',
        help: 'Whether a new password can be a common one, like password123.',
        values: { refuse: 'Refused', allow: 'Allowed' },
      },
      language: {
        label: 'Default language',
        help: 'Of mails, and of screens in browsers that ask for none of these languages. Everyone can choose their own in the profile.',
      },
    },
  },
  de: {
    title: 'Einstellungen',
    failed: 'Die Einstellungen konnten nicht geladen werden',
    fixedBy: (variable) => `Durch ${variable} in der Umgebung festgelegt`,
    saved: 'Gespeichert. Es gilt sofort, für alle.',
    saveFailed: 'Die Einstellung konnte nicht gespeichert werden',
    mail: 'E-Mail',
    backups: 'Sicherungen',
    name: 'Name des Trackers',
    nameHelp:
      'In der Leiste, im Reiter des Browsers und in E-Mails zu Bugs. Offene Seiten zeigen ihn, sobald sie neu geladen werden.',
    nameWrong: 'Ein Name hat 1 bis 40 Zeichen.',
    save: 'Speichern',
    choices: {
      registration: {
        label: 'Wer sich registrieren kann',
        help: 'Admins laden unter „Einladungen“ ein.',
        values: {
          open: 'Alle: die Registrierung ist offen',
          invite: 'Wer eine Einladung hat',
          closed: 'Niemand: die Registrierung ist geschlossen',
        },
      },
      triage: {
        label: 'Wer sichtet',
        help: 'Wer Status, Priorität und Zuweisung eines Bugs ändern kann, außer Admins und wer ihn erstellt hat. Einen nicht zugewiesenen Bug können alle übernehmen.',
        values: { assignee: 'Wem der Bug zugewiesen ist', everyone: 'Alle' },
      },
      labels: {
        label: 'Wer Labels anlegt',
        help: 'Umbenennen, zusammenführen und löschen können sie nur Admins.',
        values: { admins: 'Nur Admins', everyone: 'Alle' },
      },
      commonPasswords: {
        label: 'Häufige Passwörter',
        help: 'Ob ein neues Passwort ein häufiges wie password123 sein darf.',
        values: { refuse: 'Abgelehnt', allow: 'Erlaubt' },
      },
      language: {
        label: 'Standardsprache',
        help: 'Für E-Mails, und für Browser, die keine dieser Sprachen verlangen. Im Profil lässt sich die eigene wählen.',
      },
    },
  },
});
