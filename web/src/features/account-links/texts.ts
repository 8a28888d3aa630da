import { inLanguage } from '#web/language/language.ts';

/** Texts of the pages that links of mails and of admins lead to. */
export const texts = inLanguage({
  en: {
    resetPassword: 'Set a new password',
    newPassword: 'New Password',
    passwordHelp: (least: number) => `At least ${least} characters, and not a common password`,
    passwordsDiffer: 'Passwords do not match',
    confirmNewPassword: 'Confirm New Password',
    setPassword: 'Set Password',
    settingPassword: 'Setting Password...',
    resetFailed: 'Failed to set the password',
    passwordSet: 'Your new password is set',
    passwordSetText: 'You were signed out on all devices. Sign in with the new password.',
    linkIncomplete: 'This link is incomplete',
    linkIncompleteText: 'Open the whole link again, as you received it.',
    linkInvalid: 'This link is no longer valid',
    resetLinkInvalidText:
      'It has expired, was used, or was replaced by a newer one. An admin can create a new link for you.',
    toLogin: 'Go to login',
  },
  de: {
    resetPassword: 'Neues Passwort setzen',
    newPassword: 'Neues Passwort',
    passwordHelp: (least: number) => `Mindestens ${least} Zeichen und kein häufiges Passwort`,
    passwordsDiffer: 'Die Passwörter stimmen nicht überein',
    confirmNewPassword: 'Neues Passwort bestätigen',
    setPassword: 'Passwort setzen',
    settingPassword: 'Passwort wird gesetzt ...',
    resetFailed: 'Das Passwort konnte nicht gesetzt werden',
    passwordSet: 'Das neue Passwort ist gesetzt',
    passwordSetText: 'Alle Geräte sind abgemeldet. Jetzt mit dem neuen Passwort anmelden.',
    linkIncomplete: 'Dieser Link ist unvollständig',
    linkIncompleteText: 'Bitte den ganzen Link noch einmal öffnen, so wie er angekommen ist.',
    linkInvalid: 'Dieser Link ist nicht mehr gültig',
    resetLinkInvalidText:
      'Er ist abgelaufen, wurde schon benutzt oder durch einen neueren ersetzt. Ein Admin kann einen neuen Link erstellen.',
    toLogin: 'Zur Anmeldung',
  },
});
