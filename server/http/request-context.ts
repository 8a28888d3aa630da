import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, Parsed } from '#contract/endpoint.ts';
import type { Lookup } from '#server/engine/lookup.ts';
import type { Db } from '#server/engine/schema.ts';
import type { Store } from '#server/engine/store.ts';
import type { Emit, EventDispatcher, Origin } from '#server/events.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { Settings } from '#server/settings.ts';
import type { Admission } from '#server/http/admission/admission.ts';
import { ClientConnection } from './client-connection.ts';
import { DatabaseTime, TimedDb, timedWrite } from '#server/http/metrics/database-time.ts';
import type { RequestTimes } from '#server/http/metrics/request-times.ts';
import type { LiveStreams } from '#server/http/live/live-streams.ts';
import { preferredPageSize } from './pages.ts';
import { parseInput } from './parse.ts';
import { ReadDeadline } from './read-deadline.ts';
import type { Refusals } from './refusals.ts';
import { responseSerializer } from './answer.ts';
import type { CachedResponse } from './response-cache.ts';
import type { AppError } from './errors.ts';
import type { Session } from '#server/http/session/session-queries.ts';
import { type Caller, confirmedWrite } from '#server/http/session/session.ts';
import type { SignedAddresses } from '#server/http/session/signed-address.ts';
import type { IncomingFile, Uploads } from './uploads.ts';
import type { VersionedCache } from './versioned-cache.ts';

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
  events: EventDispatcher;
  refusals: Refusals;
  /** The clock, which tests can set. */
  now: () => Date;
  /** A number that grows with every commit to the database; undefined where the engine has none. */
  databaseVersion: () => number | undefined;
  sessions: VersionedCache<Session>;
  sessionLookup: Lookup<Session>;
  responses: VersionedCache<CachedResponse>;
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
 * and start none for a client that has closed its connection. They are created on first use, as many requests are served
 * from a cache.
 */
export class RequestContext {
  readonly #app: AppContext;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly now: AppContext['now'];
  readonly settings: Settings;
  /** Emits an event in a `write`; the listeners handle it before the commit. */
  readonly emit: Emit;
  readonly live: LiveStreams;
  readonly metrics: ServerMetrics;
  /** Where the contents of files are stored. */
  readonly files: FileStore;
  readonly headers: FastifyRequest['headers'];
  readonly log: FastifyRequest['log'];
  /** Its `signal` aborts long work. */
  readonly client: ClientConnection;
  readonly databaseTime = new DatabaseTime();
  /** Undefined on public endpoints. */
  caller: Caller | undefined;
  /** The version of the database before anything was read for the request. */
  databaseVersion: number | undefined;
  /** The size of the page that the caller prefers, where the endpoint has such pages. */
  readonly preferredPage: number | undefined;
  // The input, once it is parsed.
  params: unknown;
  query: unknown;
  body: unknown;
  #db: Db | undefined;
  #longReads: Db | undefined;
  #write: Store['write'] | undefined;
  #writeUnconfirmed: Store['write'] | undefined;

  constructor(app: AppContext, request: FastifyRequest, reply: FastifyReply, { maxPreferredPage }: Endpoint) {
    this.#app = app;
    this.#request = request;
    this.#reply = reply;
    this.now = app.now;
    this.settings = app.settings;
    this.emit = app.events.emit;
    this.live = app.live;
    this.metrics = app.metrics;
    this.files = app.files;
    this.headers = request.headers;
    this.log = request.log;
    const { prefer } = this.headers;
    if (maxPreferredPage !== undefined && prefer !== undefined)
      this.preferredPage = preferredPageSize(String(prefer), maxPreferredPage);
    this.client = new ClientConnection(request, reply);
  }

  get db(): Db {
    return (this.#db ??= new TimedDb(this.#app.db, this.databaseTime, this.client));
  }

  /** The database for reads whose time grows with the data; they are aborted at a deadline. */
  get longReads(): Db {
    const { longReads, readTime } = this.#app;
    const { databaseTime, client } = this;
    return (this.#longReads ??= new TimedDb(longReads, databaseTime, client, {
      deadline: new ReadDeadline(client, readTime),
      caller: this.caller?._id ?? this.address,
    }));
  }

  /** Looks a value up; where it is cheaper, one statement serves several requests. */
  async lookUp<V>(lookup: Lookup<V>, key: string): Promise<V | undefined> {
    this.client.throwIfClosed();
    return this.databaseTime.count(() => lookup.find(this.#app.db, key));
  }

  /** Writes in one transaction, which is rolled back where the caller's session has ended before its commit. */
  get write(): Store['write'] {
    return (this.#write ??= this.caller
      ? this.#unitOfWork(confirmedWrite(this.#timedWrite(), this.caller, this.now))
      : this.writeUnconfirmed);
  }

  set write(write: Store['write']) {
    this.#write = write;
  }

  /** `write` without the check of the session, for rules that end the session and check it themselves. */
  get writeUnconfirmed(): Store['write'] {
    return (this.#writeUnconfirmed ??= this.#unitOfWork(this.#timedWrite()));
  }

  #timedWrite(): Store['write'] {
    return timedWrite(this.#app.write, this.databaseTime, this.client);
  }

  #unitOfWork(write: Store['write']): Store['write'] {
    return this.#app.events.unitOfWork(write, () => this.origin);
  }

  get origin(): Origin {
    const { ip: address, id: requestId } = this.#request;
    return { actorId: this.caller?._id, address, requestId, at: this.now() };
  }

  /** Passes the file of an upload to `take` and returns its result; throws the errors of `Uploads.receive`. */
  async receiveFile<T>(
    limits: { maxBytes: number; tooLarge: () => AppError },
    take: (file: IncomingFile) => Promise<T>,
  ): Promise<T> {
    const userId = this.caller?._id ?? '';
    return this.#app.uploads.receive({ request: this.#request, reply: this.#reply, userId }, limits, take);
  }

  /** The address of a path that the caller can use for some minutes without a session. */
  async signed(path: string): Promise<string> {
    return this.#app.addresses.sign(path, this.caller?._id ?? '', this.now());
  }

  /** What the response depends on beside the caller: the path and query as they were sent, and the preferred page. */
  get target(): string {
    const { url } = this.#request;
    return this.preferredPage === undefined ? url : `${url} ${this.preferredPage}`;
  }

  /** The network address that the request came from. */
  get address(): string {
    return this.#request.ip;
  }

  /** The `User-Agent` header, cut to the length that is stored. */
  get device(): string {
    return (this.headers['user-agent'] ?? '').slice(0, maxDevice);
  }

  /** Parses the input; throws the errors of `parseInput`. */
  parse(endpoint: Endpoint): void {
    Object.assign(this, parseInput(endpoint, this.#request));
  }

  /** The body of a response as JSON, with the fields of the schema alone. */
  serialize(body: unknown, schema: z.core.$ZodType): string {
    return responseSerializer(schema, this.#reply)(body);
  }
}

/** A call of an endpoint: its context, with the parsed input, and the caller unless the endpoint is public. */
export type Call<E extends Endpoint> = RequestContext &
  Parsed<E> & { caller: E['access'] extends 'public' ? undefined : Caller };

/** Handles a call: returns the body of the response, or an `Answer`. A wrapper is a function from handler to handler. */
export type Handler = (call: RequestContext) => Promise<unknown>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for requests to no endpoint of the API, and for requests refused before routing. */
    context: RequestContext | null;
  }
}
