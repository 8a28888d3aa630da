import { ApiError } from '#web/lib/api/api-error.ts';
import { inLanguage } from '#web/language/language.ts';

const texts = inLanguage({
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

/** A failure of the auth layer with the specification's message; `fields` are the server's messages by field. */
export class AuthError extends Error {
  override name = 'AuthError';
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.fields = cause instanceof ApiError ? cause.fields : {};
  }
}

const serverMessage = (error: unknown) => (error instanceof ApiError ? error.serverMessage : undefined);
const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : undefined);

/** A failed login: its own message for 401, else the server's. */
export function loginError(error: unknown): AuthError {
  const message = statusOf(error) === 401 ? texts.wrongPassword : (serverMessage(error) ?? texts.loginFailed);
  return new AuthError(message, error);
}

/** A failed registration: the server's message for 400, else a message of its own. */
export function registerError(error: unknown): AuthError {
  const message = statusOf(error) === 400 ? serverMessage(error) : undefined;
  return new AuthError(message ?? texts.registrationFailed, error);
}

/** A failed change of the profile: the server's message. */
export function profileError(error: unknown): AuthError {
  return new AuthError(serverMessage(error) ?? texts.profileFailed, error);
}
