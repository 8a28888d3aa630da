import * as z from 'zod/mini';
import type { Role } from '#contract/permissions.ts';
import * as users from '#contract/accounts/users.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { inLanguage } from '#web/language/language.ts';

/*
 * The specification's eleven calls, as the web client makes them. The client also works with a back end that offers
 * only these: this contract's additions to responses may be missing, ids are any text, and unknown fields are ignored.
 */

/** The part of a call in the specification. */
interface Specified {
  readonly specified: {
    /** The allowed names in its query. */
    readonly query: readonly string[];
    /**
     * Whether the specification describes the response. If not, a response from a back end without additions is
     * ignored.
     */
    readonly hasAnswer: boolean;
  };
}

export type SpecifiedEndpoint<E extends Endpoint = Endpoint> = E & Specified;

/** Whether the specification has this call. */
export function isSpecified(endpoint: Endpoint): endpoint is SpecifiedEndpoint {
  return 'specified' in endpoint;
}

/** A call of the contract with another response schema. */
export function specified<
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Access extends Endpoint['access'],
  Response extends z.ZodMiniType,
>(
  endpoint: Endpoint<Params, Query, Body, z.ZodMiniType, Access>,
  response: Response,
  { query = [], hasAnswer = true }: Partial<Specified['specified']> = {},
): SpecifiedEndpoint<Endpoint<Params, Query, Body, Response, Access>> {
  return { ...endpoint, response, specified: { query, hasAnswer } };
}

/** A field whose values from other back ends are converted into those that screens show. */
export function readAs<T>(read: (value: unknown) => T) {
  return z.pipe(z.optional(z.unknown()), z.transform(read));
}

export const textOr = (otherwise: string) =>
  readAs((value) => (typeof value === 'string' ? value : otherwise));

/** Replaces a user whom the back end does not name, such as a deleted one. */
export const unnamed: UserRef = { _id: '', name: inLanguage({ en: 'Unknown', de: 'Unbekannt' }) };

/* The specified calls about users. Those about bugs are in another file, because only signed-in users load them. */

const userRef = z.object({ _id: z.string(), name: textOr(unnamed.name) });

const profile = z.extend(userRef, {
  email: textOr(''),
  /** Unknown roles grant no rights. */
  role: readAs((value): Role => (value === 'admin' ? 'admin' : 'user')),
  /** Without this field, nothing has to be confirmed. */
  emailConfirmed: readAs((value) => value !== false),
  pendingEmail: textOr(''),
  /** A new token if the old one is no longer valid. */
  token: z.optional(z.string()),
});

const signedInUser = z.extend(profile, { token: z.string() });

export type SignedInUser = z.infer<typeof profile>;

export const login = specified(users.login, signedInUser);
export const register = specified(users.register, signedInUser);
export const getProfile = specified(users.getProfile, profile);
export const updateProfile = specified(users.updateProfile, profile);
export const listUsers = specified(users.listUsers, z.array(userRef));
