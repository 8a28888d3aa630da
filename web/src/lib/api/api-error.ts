import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import type { Message } from '#contract/messages.ts';
import { inLanguage } from '#web/language/language.ts';

/** The server's messages and those of the contract's schemas in another language. */
export interface Translations {
  /** Field labels in messages, by their English labels. */
  readonly fields: Readonly<Record<string, string>>;
  /** The texts of each catalogue. */
  readonly catalogues: Readonly<Record<string, Readonly<Record<string, (params: never) => string>>>>;
}

let translations: Translations | undefined;

/** Sets the language of later messages. They are in English otherwise. */
export function translateMessages(to: Translations | undefined): void {
  translations = to;
}

/** The text of a message in the language of the screens; undefined without a translation. */
export function translated({ key, params }: Pick<Message, 'key' | 'params'>): string | undefined {
  const [catalogue = '', name = ''] = key.split('.');
  const text = translations?.catalogues[catalogue]?.[name];
  if (translations === undefined || text === undefined) return undefined;
  const field = translations.fields[String(params['field'])] ?? params['field'];
  try {
    return text({ ...params, field } as never);
  } catch {
    // A newer server may have other parameters than this page expects.
    return undefined;
  }
}

const texts = inLanguage({
  en: {
    noToken: 'Authentication token not found',
    unexpected: 'Something went wrong. Try again.',
    unreachable: 'The server cannot be reached. Check the connection and try again.',
    unreadable: 'The server sent a response that this page does not understand. Reload the page.',
    failed: (status: number) => `The server answered with an error (${status}). Try again.`,
    request: (id: string) => `Request ID: ${id}`,
  },
  de: {
    noToken: 'Das Anmeldezeichen (Token) fehlt',
    unexpected: 'Etwas Unerwartetes ist passiert. Bitte noch einmal versuchen.',
    unreachable: 'Der Server ist nicht erreichbar. Bitte die Verbindung prüfen und noch einmal versuchen.',
    unreadable:
      'Der Server hat etwas geantwortet, das diese Seite nicht versteht. Bitte die Seite neu laden.',
    failed: (status: number) =>
      `Der Server hat mit einem Fehler geantwortet (${status}). Bitte noch einmal versuchen.`,
    request: (id: string) => `Anfrage-ID: ${id}`,
  },
});

/**
 * The failure of a call. `status` is 0 without a response; `serverMessage` is undefined if the server sent none.
 * Messages are in the language of the screens.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly serverMessage: string | undefined;
  /** Messages by field. */
  readonly fields: Readonly<Record<string, string>>;
  /** The request's id in the server's log, if the server sent it. */
  readonly requestId: string | undefined;
  /** The seconds until the next attempt, if the server sent it. */
  readonly retryAfter: number | undefined;
  /** The unparsed body, for responses with further fields. */
  readonly body: unknown;

  constructor(status: number, body: unknown, options?: ErrorOptions & { retryAfter?: number | undefined }) {
    // Every part is optional: the specification has only the message.
    const said: Partial<Record<keyof ErrorBody, unknown>> = isObject(body) ? body : {};
    const i18n: Partial<Record<keyof ErrorBody['i18n'], unknown>> = isObject(said.i18n) ? said.i18n : {};
    const message = isText(said.message) ? translation(said.message, i18n.message) : undefined;
    super(message ?? describe(status), options);
    this.status = status;
    this.code = isText(said.code) ? (said.code as ErrorCode) : undefined;
    this.serverMessage = message;
    this.fields = isObject(said.fields) ? fieldTexts(said.fields, i18n.fields) : {};
    this.requestId = isText(said.requestId) ? said.requestId : undefined;
    this.retryAfter = options?.retryAfter;
    this.body = body;
  }
}

/** A call that needs a session was made without a saved token; nothing was sent. */
export class MissingTokenError extends Error {
  override name = 'MissingTokenError';
  override message = texts.noToken;
}

/**
 * Whether a retry may help: no response, or a server's or proxy's status for overload. Not for a query aborted as too
 * expensive, which would only load the server again.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'too_expensive') return false;
  return [0, 502, 503, 504].includes(error.status);
}

/** Whether the back end did not respond: there was no response, or a proxy's, which lacks a message of the back end. */
export function isSilence(error: unknown): boolean {
  return isPassing(error) && (error as ApiError).serverMessage === undefined;
}

/** Whether the request certainly had no effect: it was refused, or not sent. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof MissingTokenError) return true;
  if (!(error instanceof ApiError) || error.code === 'database_lost') return false;
  // Another back end's error without a code may have occurred after the write.
  return error.status >= 400 && (error.code !== undefined || error.status < 500);
}

/**
 * The message of a failure for users: the server's, or ours if it sent none. For an internal server error, it includes
 * the request's id, by which the operator finds it in the log.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 500 && error.requestId !== undefined)
    return `${error.message} ${texts.request(error.requestId)}`;
  if (error instanceof Error && isForPeople(error)) return error.message;
  return texts.unexpected;
}

/** The application's errors are written for users; the platform's are not. */
export function isForPeople(error: Error): boolean {
  return error instanceof ApiError || error instanceof MissingTokenError || error.name === 'AuthError';
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The server's text in the language of the screens, or unchanged: other back ends only send English. */
function translation(text: string, i18n: unknown): string {
  return isTranslatable(i18n) ? (translated(i18n) ?? text) : text;
}

function isTranslatable(value: unknown): value is Pick<Message, 'key' | 'params'> {
  return (
    isObject(value) && 'key' in value && isText(value.key) && 'params' in value && isObject(value.params)
  );
}

function fieldTexts(fields: object, i18n: unknown): Record<string, string> {
  const known: Record<string, unknown> = isObject(i18n) ? { ...i18n } : {};
  const texted = Object.entries(fields).filter((entry): entry is [string, string] => isText(entry[1]));
  return Object.fromEntries(texted.map(([name, text]) => [name, translation(text, known[name])]));
}

function describe(status: number): string {
  if (status === 0) return texts.unreachable;
  if (status === 200) return texts.unreadable;
  return texts.failed(status);
}
