import { catalogue } from './messages.ts';

/** Messages about requests to any endpoint. */
export const serverMessages = catalogue('server', {
  badBody: () => 'The body must be a JSON object',
  tooManyKeys: ({ max }: { max: number }) => `The body must have at most ${max} keys`,
  badBodyLength: () => 'The body is not as long as Content-Length says',
  badIdempotencyKey: () => 'Idempotency-Key must be 1 to 255 printable ASCII characters',
  badRequest: () => 'Not a valid HTTP request',
  busy: () => 'The server is busy. Try again in a moment.',
  databaseAway: () => 'The server cannot reach its database. Try again in a moment.',
  databaseSilent: () => 'The database does not respond',
  diskFull: () => 'The server’s disk is full: nothing was saved. Ask its operator to make room.',
  expectation: () => 'The server does not support this Expect header',
  headersTooLarge: () => 'The headers of the request are too large',
  idempotencyMismatch: () =>
    'This request was already sent with different contents, and carried out. Check the result before you send it again.',
  internal: () => 'Something went wrong on the server',
  invalid: () => 'Invalid input',
  invalidValue: () => 'The request contains an invalid value',
  methodNotAllowed: () => 'This address does not support this method',
  metricsToken: () => 'Send the METRICS_TOKEN, or the session of an admin, as bearer token',
  missingHost: () => 'The header Host is missing',
  notFound: () => 'Not found',
  notJson: () => 'The body is not valid JSON',
  notUtf8: () => 'The body must be in UTF-8',
  tooExpensive: () =>
    'This takes too much work to answer. Narrow it, such as with fewer terms or one more filter.',
  slowRequest: () => 'The request took too long to arrive',
  stopping: () => 'The server is shutting down',
  storageAway: () => 'The server could not reach its storage: nothing was saved. Try again in a moment.',
  tooLarge: () => 'The request is too large',
  tooManyStreams: () => 'Too many open live connections',
  unauthorized: () => 'Sign in to continue',
  unknownField: ({ name }: { name: string }) => `Unknown field: ${name}`,
  unknownMethod: () => 'The server does not know this method',
  wrongMediaType: () => 'The body must be application/json',
});
