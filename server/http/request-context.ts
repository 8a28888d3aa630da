import type { FastifyRequest } from 'fastify';
import type { Endpoint, Parsed } from '#contract/endpoint.ts';
import type { Db } from '#server/db/schema.ts';
import type { Store } from '#server/db/store.ts';
import type { Emit, Listener } from '#server/events.ts';
import type { Settings } from '#server/settings.ts';
import type { ClientConnection } from './client-connection.ts';
import type { LiveStreams } from './live-streams.ts';
import type { ReadCache } from './read-cache.ts';
import type { Refusals } from './refusals.ts';
import type { ServerMetrics } from './server-metrics.ts';
import type { Session } from './session-queries.ts';
import type { Caller } from './session.ts';

/** What the application provides to every request. */
export interface AppContext {
  db: Db;
  /** For reads whose time grows with what is stored: they never delay other requests, and end at a deadline. */
  longReads: Db;
  /** Their deadline, in milliseconds. */
  readTime: number;
  write: Store['write'];
  live: LiveStreams;
  metrics: ServerMetrics;
  settings: Settings;
  listeners: readonly Listener[];
  refusals: Refusals;
  /** The time, which tests can set. */
  now(): Date;
  /** A number that has grown with the next reading whenever anybody has committed; undefined where that is not known. */
  state(): number | undefined;
  sessions: ReadCache<Session>;
  answers: ReadCache<CachedResponse>;
}

/** A response as it was sent. */
export interface CachedResponse {
  headers: Record<string, string>;
  body: string | Buffer;
}

/** The context, with a database whose time is the request's, and which is closed to clients that have gone. */
export interface Handed extends AppContext {
  /** The connection over which the request came; its `signal` is for work that takes long. */
  client: ClientConnection;
}

/** The context of one request, which rules work with. */
export interface RequestContext extends Handed {
  /** Writes in one transaction, which fails where the caller's session has ended by its commit. */
  write: Store['write'];
  /** The same whatever became of the session: for rules that end it, which confirm it themselves. */
  writeUnconfirmed: Store['write'];
  /** Passes an event to the listeners, in the transaction of the change. */
  emit: Emit;
  /** The network address that the request came from. */
  address: string;
  /** What the browser or program calls itself. */
  device: string;
}

/** A call of an endpoint: its parsed input, and the caller, who is undefined on public endpoints. */
export type Call<E extends Endpoint> = RequestContext &
  Parsed<E> & {
    caller: E['access'] extends 'public' ? undefined : Caller;
    headers: FastifyRequest['headers'];
  };
