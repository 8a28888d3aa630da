import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import { texts } from './texts.ts';

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
export const unnamed: UserRef = { _id: '', name: texts.unknownPerson };
