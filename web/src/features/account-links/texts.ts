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
    forgotPassword: 'Forgot your password?',
    forgotPasswordText: 'A link to set a new password is sent to the email address of your account.',
    email: 'Email',
    sendLink: 'Send Link',
    sendingLink: 'Sending...',
    sendNewLink: 'Send a new link by email',
    linkFailed: 'Failed to request a link',
    linkSent: 'Check your email',
    linkSentText: (email: string, minutes: number) =>
      `If an account has the address ${email}, a link to set a new password is on its way. It is valid for ${minutes} minutes. If no mail comes, ask an admin for a link.`,
    takeBack: 'Undo the change of address',
    takeBackText:
      'The account keeps or gets back the email address to which this link was sent, and is signed out on all devices.',
    takingBack: 'Undoing...',
    takeBackFailed: 'Failed to undo the change',
    takenBack: 'The change was undone',
    takenBackText:
      'Your account has the email address to which the link was sent, and all devices are signed out. Set a new password now, as someone else may know the present one.',
    takeBackLinkInvalidText:
      'It has expired, the change was already undone, or a new password was set with a link to the new address. If the account is yours, ask an admin.',
    confirmEmail: 'Confirm the email address',
    confirmEmailText: 'This confirms that the address to which the link was sent is yours.',
    confirming: 'Confirming...',
    confirmFailed: 'Failed to confirm the address',
    confirmed: 'Your email address is confirmed',
    confirmedText: 'Mail is sent to this address from now on, and you sign in with it.',
    confirmLinkInvalidText:
      'It has expired, was used, or the change was cancelled. If your profile still asks for confirmation, send a new link from there.',
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
    forgotPassword: 'Passwort vergessen?',
    forgotPasswordText:
      'Ein Link, mit dem sich ein neues Passwort setzen lässt, geht an die E-Mail-Adresse des Kontos.',
    email: 'E-Mail',
    sendLink: 'Link senden',
    sendingLink: 'Wird gesendet ...',
    sendNewLink: 'Neuen Link per E-Mail senden',
    linkFailed: 'Der Link konnte nicht angefordert werden',
    linkSent: 'Bitte das Postfach prüfen',
    linkSentText: (email: string, minutes: number) =>
      `Wenn es ein Konto mit der Adresse ${email} gibt, ist ein Link zum Setzen eines neuen Passworts unterwegs. Er gilt ${minutes} Minuten. Wenn nichts ankommt, hilft ein Admin mit einem Link.`,
    takeBack: 'Änderung der Adresse zurücknehmen',
    takeBackText:
      'Das Konto behält oder bekommt die E-Mail-Adresse, an die dieser Link ging, und alle Geräte werden abgemeldet.',
    takingBack: 'Wird zurückgenommen ...',
    takeBackFailed: 'Die Änderung konnte nicht zurückgenommen werden',
    takenBack: 'Die Änderung ist zurückgenommen',
    takenBackText:
      'Das Konto hat die E-Mail-Adresse, an die der Link ging, und alle Geräte sind abgemeldet. Jetzt bitte ein neues Passwort setzen, denn jemand anderes könnte das bisherige kennen.',
    takeBackLinkInvalidText:
      'Er ist abgelaufen, die Änderung ist schon zurückgenommen, oder über einen Link an die neue Adresse wurde ein neues Passwort gesetzt. Wenn es das eigene Konto ist, hilft ein Admin.',
    confirmEmail: 'E-Mail-Adresse bestätigen',
    confirmEmailText: 'Damit wird bestätigt, dass die Adresse, an die der Link ging, die richtige ist.',
    confirming: 'Wird bestätigt ...',
    confirmFailed: 'Die Adresse konnte nicht bestätigt werden',
    confirmed: 'Die E-Mail-Adresse ist bestätigt',
    confirmedText: 'Von jetzt an gehen E-Mails an diese Adresse, und die Anmeldung geht mit ihr.',
    confirmLinkInvalidText:
      'Er ist abgelaufen, wurde schon benutzt, oder die Änderung wurde abgebrochen. Wenn das Profil die Bestätigung noch verlangt, lässt sich von dort ein neuer Link senden.',
    toLogin: 'Zur Anmeldung',
  },
});
