import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Catalogue, Message } from './messages.ts';
import type { AnyPermission } from './permissions.ts';

/**
 * The access rule of an endpoint. Closed by default: `public` has to be declared. The route checks permissions that need
 * no resource; the handler's rule checks the others, once it has read the resource.
 */
type Access = 'public' | 'signed-in' | AnyPermission;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The declaration of an endpoint: everything that both sides and the documentation need. */
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
  readonly status: 200 | 201 | 202 | 204;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The schema of the body of a success; without it the response is empty. */
  readonly response?: Response;
  /** The message of a 404, which also answers malformed parameters. */
  readonly notFound?: Message;
  /** Error codes of this endpoint, beyond those that every endpoint can return. */
  readonly errors?: readonly ErrorCode[];
  /**
   * Whether a request with an `Idempotency-Key` is carried out once, even if it is repeated within a day; `in session` limits
   * that to one session, because the response is a secret.
   */
  readonly idempotent?: true | 'in session';
  /** Whether the body is `multipart/form-data` with one file, instead of JSON. */
  readonly upload?: true;
  /** For an endpoint without input: the name under which `GET /api/workspace` also has its response. */
  readonly workspace?: string;
  /** For an endpoint that has the id of a bug, or selects by it: its part of `GET /api/bugs/{id}/page`. */
  readonly bugPage?: BugPagePart;
  /** Whether a signature in the query can stand in for a session. */
  readonly signed?: true;
  /** The maximum size of the body in bytes, if not the default of 64 KiB. */
  readonly bodyLimit?: number;
  /**
   * The largest page that a request without `limit` can ask for with the header of `pageSizePreference`. A larger or
   * malformed preference is ignored. If the preference is applied, the response has `Preference-Applied`.
   */
  readonly maxPreferredPage?: number;
}

/** How the response with the page of a bug includes the response of an endpoint. */
interface BugPagePart {
  readonly name: string;
  /** The parsed query for it; without it, all parameters have their defaults. */
  readonly query?: (of: { readonly bugId: string; readonly around: string | undefined }) => object;
}

/** The value of the header `Prefer` (RFC 7240) that asks for pages of up to this many items. */
export const pageSizePreference = (size: number) => `maxpagesize=${size}`;

/**
 * A header of every response of an endpoint. It shows clients that also support other servers of the specification
 * that this server implements the whole contract.
 */
export const apiHeader = 'x-katydid-api';

type Spec<E extends Endpoint> = Omit<E, 'method' | 'path'>;

/**
 * Declares an endpoint. The server executes the value, the web calls it, the API page describes it.
 * Its types are derived from it with {@link Input} and {@link Output}.
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

/** The input of a caller: the declared parts, before parsing. */
export type Input<E> =
  E extends Endpoint<infer P, infer Q, infer B> ? Parts<z.input<P>, z.input<Q>, z.input<B>> : never;

/** The input of a handler: the same parts, parsed. */
export type Parsed<E> =
  E extends Endpoint<infer P, infer Q, infer B>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never;

/** The body of a success; `undefined` for an empty response. */
export type Output<E> =
  E extends Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, infer R> ? z.output<R> : never;

/**
 * What a feature adds to the contract, listed in `index.ts`. Only its fields and counts of bugs are elsewhere, in
 * `bugs/bug-fields.ts`: the web needs them before it loads code with endpoints.
 */
export interface Manifest {
  /** In the order of the API page. */
  readonly endpoints: readonly Endpoint[];
  /** Under the names of their catalogues. Every language translates all of them. */
  readonly messages?: Readonly<Record<string, Catalogue>>;
  readonly permissions?: Readonly<Record<string, AnyPermission>>;
  /**
   * The kinds of resources whose changes are sent to all users. A change has the id of the resource, unless a comment
   * says otherwise. The server sends the changes of an event (`changes`), and those passed to `recordChange` where
   * there is no event.
   */
  readonly liveKinds?: readonly string[];
  /** The kinds whose changes have the id of a user, and are sent to that user alone. */
  readonly personalKinds?: readonly string[];
  /** Schemas that several responses share: the API page describes each once, under its name. */
  readonly shapes?: Readonly<Record<string, z.ZodMiniType>>;
}
