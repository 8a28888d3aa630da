import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import { texts } from './texts.ts';

/*
 * The eleven calls of the specification, as the web makes them. It also works with a back end that offers these alone: what
 * this contract adds to their answers may be missing, ids are any text, and fields that are not known are ignored.
 */

/** The part of a call in the specification. */
interface Specified {
  readonly specified: {
    /** The names that its query may have. */
    readonly query: readonly string[];
    /** Whether the specification describes the answer. If not, the answer of a back end without additions is ignored. */
    readonly hasAnswer: boolean;
  };
}

export type SpecifiedEndpoint<E extends Endpoint = Endpoint> = E & Specified;

/** Whether the specification has this call. */
export function isSpecified(endpoint: Endpoint): endpoint is SpecifiedEndpoint {
  return 'specified' in endpoint;
}

/** A call of the contract, its answer read by another schema. */
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

/** A field whose values of other back ends are converted into those that screens show. */
export function readAs<T>(read: (value: unknown) => T) {
  return z.pipe(z.optional(z.unknown()), z.transform(read));
}

export const textOr = (otherwise: string) =>
  readAs((value) => (typeof value === 'string' ? value : otherwise));

/** Replaces a user whom the back end does not name, such as a deleted one. */
export const unnamed: UserRef = { _id: '', name: texts.unknownPerson };
