import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    wrongPassword: 'Invalid email or password',
    loginFailed: 'Login failed',
    registrationFailed: 'Registration failed',
    profileFailed: 'Profile update failed',
  },
  de: {
    wrongPassword: 'E-Mail oder Passwort ist falsch',
    loginFailed: 'Anmeldung fehlgeschlagen',
    registrationFailed: 'Die Registrierung hat nicht geklappt',
    profileFailed: 'Die Änderung des Profils hat nicht geklappt',
  },
});
