import * as z from 'zod/mini';

/** Every error code, with its status and meaning. Codes are stable; programs rely on them. */
export const errorCodes = {
  invalid_input: {
    status: 400,
    meaning: 'The request is not valid; `fields` names the invalid fields.',
  },
  email_taken: {
    status: 400,
    meaning: 'Another account has this e-mail address, or can still undo its change.',
  },
  invalid_link: {
    status: 400,
    meaning: 'The token of the link has expired, was used, or was replaced by a newer one.',
  },
  wrong_password: { status: 400, meaning: 'The current password of a password change is wrong.' },
  invalid_credentials: { status: 401, meaning: 'No account has this e-mail address and password.' },
  unauthorized: { status: 401, meaning: 'There is no live session: sign in, and send its token.' },
  suspended: { status: 403, meaning: 'An admin has suspended the account.' },
  registration_closed: {
    status: 403,
    meaning: 'Registration is closed, or needs an invitation that is unused and has not expired.',
  },
  forbidden: { status: 403, meaning: 'Signed in, but not allowed to do this.' },
  not_found: { status: 404, meaning: 'This address does not exist.' },
  method_not_allowed: {
    status: 405,
    meaning: 'The address exists, the method does not; `Allow` lists those that do.',
  },
  request_timeout: { status: 408, meaning: 'The request took too long to arrive.' },
  in_use: { status: 409, meaning: 'It is in use, and cannot be deleted.' },
  last_admin: { status: 409, meaning: 'There would be no admin left.' },
  version_mismatch: {
    status: 412,
    meaning: 'It has changed since the version in `If-Match`; `bug` or `comment` is the stored one.',
  },
  payload_too_large: { status: 413, meaning: 'The body is larger than this endpoint accepts.' },
  unsupported_media_type: { status: 415, meaning: 'The body is not `application/json` in UTF-8.' },
  expectation_failed: { status: 417, meaning: '`Expect` is not `100-continue`.' },
  idempotency_mismatch: {
    status: 422,
    meaning: 'An earlier request with this `Idempotency-Key` had another body, and was carried out.',
  },
  too_many_requests: {
    status: 429,
    meaning: 'Too many tries; `Retry-After` says in how many seconds to try again.',
  },
  headers_too_large: { status: 431, meaning: 'The headers of the request are larger than 16 KiB.' },
  internal: { status: 500, meaning: 'A server error. The log has the details under the `requestId`.' },
  method_unknown: { status: 501, meaning: 'The server does not know the method of the request.' },
  unavailable: {
    status: 503,
    meaning:
      'The server cannot answer now, and changed nothing; `Retry-After` says in how many seconds to try again.',
  },
  too_expensive: {
    status: 503,
    meaning: 'The request took too long to answer, and changed nothing: narrow it, such as with fewer terms.',
  },
  database_lost: {
    status: 503,
    meaning:
      'The server lost the connection to its database during the request: check whether the change was made, or repeat it with its `Idempotency-Key`; `Retry-After` says in how many seconds.',
  },
} as const;

export type ErrorCode = keyof typeof errorCodes;

const codes = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]];

/** The parts by which a client translates a message: its key in the catalogues of the contract, and its values. */
const translatable = z.object({
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.readonly(z.array(z.string()))])),
});

/**
 * The body of every failure. `message` is for a person, `code` for programs, `fields` maps a field to its message; `i18n`
 * has the same messages for clients that translate them.
 */
export const errorBody = z.object({
  message: z.string(),
  code: z.enum(codes),
  fields: z.optional(z.record(z.string(), z.string())),
  i18n: z.object({ message: translatable, fields: z.optional(z.record(z.string(), translatable)) }).check(
    z.meta({
      description:
        'the same messages for clients that translate them: an object of `message` and, like the above, `fields`, each an object of a stable `key` and its `params`',
    }),
  ),
  requestId: z.string(),
});

export type ErrorBody = z.infer<typeof errorBody>;
