import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, Parsed } from '#contract/endpoint.ts';
import type { BugCache } from '#server/engine/bugs/bug-cache.ts';
import type { Lookup } from '#server/engine/lookup.ts';
import type { Db } from '#server/engine/schema.ts';
import type { Store } from '#server/engine/store.ts';
import { atCommit } from '#server/engine/transaction.ts';
import type { Emit, EventDispatcher, Origin } from '#server/events.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { Settings } from '#server/settings.ts';
import type { Admission } from '#server/http/admission/admission.ts';
import { ClientConnection } from './client-connection.ts';
import { DatabaseTime, ReadDeadline, TimedDb } from '#server/http/metrics/database-time.ts';
import type { RequestTimes } from '#server/http/metrics/request-times.ts';
import type { LiveStreams } from '#server/http/live/live-streams.ts';
import { type IdempotencyKey, idempotencyKeys } from './idempotency.ts';
import { preferredPageSize } from './pages.ts';
import type { Refusals } from './refusals.ts';
import type { CachedResponse, VersionedCache } from './response-cache.ts';
import type { Session } from '#server/http/session/session-queries.ts';
import { type Caller, sessionChecks } from '#server/http/session/session.ts';
import type { SignedAddresses } from '#server/http/session/signed-address.ts';
import type { Uploads } from './uploads.ts';

/** The application's part of every request's context. */
export interface AppContext {
  db: Db;
  /**
   * The database for reads whose time grows with the data: they do not delay other requests, and are aborted at a
   * deadline.
   */
  longReads: Db;
  /** The deadline of long reads, in milliseconds. */
  readTime: number;
  write: Store['write'];
  live: LiveStreams;
  metrics: ServerMetrics;
  settings: Settings;
  /** Reads the settings of admins after a change; other instances do so within seconds. */
  refreshSettings: () => Promise<void>;
  events: EventDispatcher;
  refusals: Refusals;
  /** The clock, which tests can set. */
  now: () => Date;
  /** A number that grows with every commit to the database; undefined where the engine has none. */
  databaseVersion: () => number | undefined;
  sessions: VersionedCache<Session>;
  sessionLookup: Lookup<Session>;
  responses: VersionedCache<CachedResponse>;
  bugs: BugCache;
  files: FileStore;
  addresses: SignedAddresses;
  uploads: Uploads;
}

/** The sources of this process's metrics. */
export interface ServerMetrics {
  readonly times: RequestTimes;
  readonly admission: Admission;
  readonly connections: Store['connections'];
  /** The name of this instance: host and port. */
  name(): string;
}

const maxDevice = 200;

/**
 * The context of one request, which handlers and rules work with. Its database handles measure the time of each query,
 * and start none for a client that has closed its connection.
 */
export class RequestContext {
  readonly app: AppContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly now: AppContext['now'];
  readonly settings: Settings;
  readonly db: Db;
  /** The database for reads whose time grows with the data; they are aborted at a deadline. */
  readonly longReads: Db;
  /** Emits an event in a `write`; the listeners handle it before the commit. */
  readonly emit: Emit;
  /** Where the contents of files are stored. */
  readonly files: FileStore;
  readonly headers: FastifyRequest['headers'];
  readonly log: FastifyRequest['log'];
  /** The client's connection; its `signal` aborts long work. */
  readonly client: ClientConnection;
  readonly databaseTime = new DatabaseTime();
  /** The network address that the request came from. */
  readonly address: string;
  /** The `User-Agent` header, cut to the length that is stored. */
  readonly device: string;
  /** The page size that the caller prefers, if the endpoint supports such a preference. */
  readonly preferredPage: number | undefined;
  /** Undefined on public endpoints. */
  caller: Caller | undefined;
  /** The version of the database before anything was read for the request. */
  databaseVersion: number | undefined;
  /** `write` stores it with the id of the created object. */
  idempotencyKey: IdempotencyKey | undefined;
  // The input, once it is parsed.
  params: unknown;
  query: unknown;
  body: unknown;

  constructor(app: AppContext, request: FastifyRequest, reply: FastifyReply, { maxPreferredPage }: Endpoint) {
    this.app = app;
    this.request = request;
    this.reply = reply;
    this.now = app.now;
    this.settings = app.settings;
    this.emit = app.events.emit;
    this.files = app.files;
    this.headers = request.headers;
    this.log = request.log;
    this.address = request.ip;
    this.device = (this.headers['user-agent'] ?? '').slice(0, maxDevice);
    const { prefer } = this.headers;
    if (maxPreferredPage !== undefined && prefer !== undefined)
      this.preferredPage = preferredPageSize(String(prefer), maxPreferredPage);
    this.client = new ClientConnection(request, reply);
    this.db = new TimedDb(app.db, this.databaseTime, this.client);
    this.longReads = new TimedDb(app.longReads, this.databaseTime, this.client, {
      deadline: new ReadDeadline(this.client, app.readTime),
      caller: () => this.caller?._id ?? this.address,
    });
  }

  /** Looks a value up; where it is cheaper, one statement serves several requests. */
  readonly lookUp = async <V>(lookup: Lookup<V>, key: string): Promise<V | undefined> => {
    this.client.throwIfClosed();
    return this.databaseTime.count(() => lookup.find(this.app.db, key));
  };

  /**
   * Runs a unit of work in one transaction, with the listeners for its events. The transaction is rolled back if the
   * caller's session has ended before the commit, which is checked after all waits for the connection and for locks. No
   * transaction is begun for a client that has closed its connection.
   */
  readonly write: Store['write'] = (work) =>
    this.writeUnconfirmed(async (tx) => {
      const { caller, idempotencyKey: key, now } = this;
      if (caller) atCommit(tx, sessionChecks, { caller, now });
      const result = await work(tx);
      if (key) atCommit(tx, idempotencyKeys, { key, result });
      return result;
    });

  /** Like `write`, but without the check of the session, for rules that end the session and check it themselves. */
  readonly writeUnconfirmed: Store['write'] = (work) => {
    const { write, events } = this.app;
    let hasBegun = false;
    return this.databaseTime.count(() =>
      write((tx) => {
        // Not checked again when it is retried after a deadlock.
        if (!hasBegun) this.client.throwIfClosed();
        hasBegun = true;
        return events.run(tx, this.origin, work);
      }),
    );
  };

  /** The origin of the events of this request. */
  readonly origin = (): Origin => ({
    actorId: this.caller?._id,
    address: this.address,
    requestId: this.request.id,
    at: this.now(),
  });
}

/** A call of an endpoint: its context, with the parsed input, and the caller unless the endpoint is public. */
export type Call<E extends Endpoint> = RequestContext &
  Parsed<E> & { caller: E['access'] extends 'public' ? undefined : Caller };

/** Handles a call: returns the body of the response, or an `Answer`. A wrapper turns one handler into another. */
export type Handler = (call: RequestContext) => Promise<unknown>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for requests to no endpoint of the API, and for requests refused before routing. */
    context: RequestContext | null;
  }
}
