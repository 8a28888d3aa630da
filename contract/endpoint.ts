import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** Who may call an endpoint. Closed by default: `public` has to be said. */
type Access = 'public' | 'signed-in' | 'admin';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What an endpoint is: everything both sides and the documentation need to know of a call. */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
  A extends Access = Access,
> {
  readonly method: Method;
  /** The address, with parameters as `:name`. */
  readonly path: string;
  /** One sentence for the API page. */
  readonly summary: string;
  readonly access: A;
  /** The status of a success. */
  readonly status: 200 | 201 | 204;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The body of a success; without it the answer is empty. */
  readonly response?: Response;
  /** What a 404 says; also the answer to parameters that cannot name anything. */
  readonly notFound?: string;
  /** What this endpoint answers beyond what every endpoint can. */
  readonly errors?: readonly ErrorCode[];
  /**
   * Whether a request with an `Idempotency-Key` is carried out once, however often it is sent within a day; `in session` where
   * that holds within one session alone, because the answer is a secret.
   */
  readonly idempotent?: true | 'in session';
  /** Largest body in bytes, where it is not the usual 64 KiB. */
  readonly bodyLimit?: number;
}

/**
 * Every answer of an endpoint has this header. A client that works with other servers of the specification as well knows
 * by it that all of this contract is offered.
 */
export const apiHeader = 'x-katydid-api';

type Spec<E extends Endpoint> = Omit<E, 'method' | 'path'>;

/**
 * Declares an endpoint. The server executes the value, the web calls it, the API page describes it.
 * Its types are drawn from it with {@link Input} and {@link Output}.
 */
export function endpoint<
  Params extends z.ZodMiniType = z.ZodMiniUndefined,
  Query extends z.ZodMiniType = z.ZodMiniUndefined,
  Body extends z.ZodMiniType = z.ZodMiniUndefined,
  Response extends z.ZodMiniType = z.ZodMiniUndefined,
  const A extends Access = Access,
>(
  method: Method,
  path: `/api/${string}`,
  spec: Spec<Endpoint<Params, Query, Body, Response, A>>,
): Endpoint<Params, Query, Body, Response, A> {
  return { method, path, ...spec };
}

type Parts<P, Q, B> = (P extends undefined ? unknown : { params: P }) &
  (B extends undefined ? unknown : { body: B }) &
  (Q extends undefined ? unknown : { query?: Q });

/** What a caller hands over: the parts the endpoint declares, as they stand before parsing. */
export type Input<E> =
  E extends Endpoint<infer P, infer Q, infer B> ? Parts<z.input<P>, z.input<Q>, z.input<B>> : never;

/** What a handler receives: the same parts, parsed. */
export type Parsed<E> =
  E extends Endpoint<infer P, infer Q, infer B>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never;

/** The body of a success; `undefined` for an empty answer. */
export type Output<E> =
  E extends Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, infer R> ? z.output<R> : never;
