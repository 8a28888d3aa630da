import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    login: 'Login',
    register: 'Register',
    noAccount: 'No account yet? {register}',
    hasAccount: 'Already registered? {login}',
    name: 'Name',
    email: 'Email',
    password: 'Password',
    confirmPassword: 'Confirm Password',
    passwordsDiffer: 'Passwords do not match',
    loggingIn: 'Logging in...',
    loginFailed: 'Invalid credentials',
    sessionEnded: 'Your session has ended',
    signInAgain: 'Sign in again to go on where you were.',
    creatingAccount: 'Creating Account...',
    registerFailed: 'Failed to create account',
    closed: 'Registration is closed.',
    byInvitation: 'Registration is by invitation: ask an admin for a link.',
    invitationUsed: 'the invitation has been used or has run out. Ask an admin for another link.',
    alreadySent:
      'an account was made with what you sent before you changed it. Sign in with that, or send again for another account.',
  },
  de: {
    login: 'Anmelden',
    register: 'Registrieren',
    noAccount: 'Noch kein Konto? {register}',
    hasAccount: 'Schon registriert? {login}',
    name: 'Name',
    email: 'E-Mail',
    password: 'Passwort',
    confirmPassword: 'Passwort bestätigen',
    passwordsDiffer: 'Die Passwörter stimmen nicht überein',
    loggingIn: 'Wird angemeldet ...',
    loginFailed: 'Anmeldung fehlgeschlagen',
    sessionEnded: 'Die Sitzung ist beendet',
    signInAgain: 'Nach dem Anmelden geht es dort weiter, wo die Arbeit unterbrochen wurde.',
    creatingAccount: 'Konto wird angelegt ...',
    registerFailed: 'Das Konto konnte nicht angelegt werden',
    closed: 'Die Registrierung ist geschlossen.',
    byInvitation: 'Registrieren geht nur mit einer Einladung: Ein Admin kann einen Link ausstellen.',
    invitationUsed:
      'Die Einladung wurde schon benutzt oder ist abgelaufen. Ein Admin kann einen neuen Link ausstellen.',
    alreadySent:
      'Mit den Angaben, die vor der Änderung gesendet wurden, gibt es schon ein Konto. Bitte damit anmelden oder für ein weiteres Konto noch einmal senden.',
  },
});
