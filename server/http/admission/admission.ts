import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FairQueue } from '#server/fair-queue.ts';
import { ClientConnection } from '#server/http/client-connection.ts';
import { ClientGone, busy } from '#server/http/errors.ts';
import { networkOf } from '#server/http/network.ts';
import { pathOf } from '#server/http/protocol/not-found.ts';
import { bearerToken } from '#server/http/session/token.ts';

/** The bounds of the queue; times in milliseconds. A request that exceeds one is refused. */
export interface AdmissionLimits {
  /** The number of requests that may wait. */
  readonly maxWaiting: number;
  /** The longest wait under sustained load. */
  readonly longest: number;
  /**
   * The longest wait of the first `requests` since the queue was empty: a page or script that sends all its requests at
   * once is not an overload.
   */
  readonly burst: { readonly requests: number; readonly longest: number };
}

export const defaultAdmissionLimits: AdmissionLimits = {
  maxWaiting: 1_000,
  longest: 600,
  burst: { requests: 250, longest: 5_000 },
};

/**
 * The number of requests of one user that run at once: by default, this leaves some connections to PostgreSQL for other
 * users.
 */
export const maxConcurrentOfUser = 24;
/**
 * How long one iteration of the event loop starts requests, in milliseconds; how many it starts from the queue at most;
 * and how many iterations pass before the next one that does. Each iteration accepts one new connection (libuv):
 * without the iterations in between, new clients would not be served.
 */
const slice = 5;
const perIteration = 50;
const iterationsBetween = 10;
/** The number of sessions whose users are cached. */
const maxSessions = 10_000;
/** The prefix of users' keys; networks' keys have none. */
const userPrefix = 'user:';
/** A shared instance: under overload, an error with a stack for each refusal would cost more than the answer. */
const refusal = busy();

/** Starts a request that waited, or answers it with the error. */
type Proceed = (error?: Error) => void;

/**
 * Controls admission to routes with `queued` in their configuration, and to addresses of the API without a route. Each
 * iteration of the event loop starts a few requests. The others wait in a queue that is fair by user, or by network if
 * the user is unknown. Requests whose client disconnects are dropped. Requests that have waited for too long are
 * refused. If too many wait, the newest request of the user with the most is refused.
 */
export function admitRequests(app: FastifyInstance, limits = defaultAdmissionLimits): Admission {
  const admission = new Admission(limits);
  app.decorateRequest('runsFor', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { routeOptions, is404, url } = request;
    // A page does not wait: the browser would show its refusal, and it has no token that distinguishes users of one
    // network.
    if (routeOptions.config.queued === true || (is404 && pathOf(url).startsWith('/api/')))
      admission.admit(request, reply, done);
    else done();
  });
  // Only the sending is left, and a slow client must not delay other requests.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    admission.release(request);
    done();
  });
  return admission;
}

/** The admission control of a server. */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #queue = new FairQueue<Proceed>();
  /** The users of sessions by token. Only used for a request's key; grants no access. */
  readonly #users = new Map<string, string>();
  /** The number of running requests by key. */
  readonly #running = new Map<string, number>();
  /** The number of requests since the queue was empty. */
  #arrived = 0;
  /** When the current iteration of the event loop admitted its first request. */
  #iterationBegan: number | undefined;
  /** Whether an iteration that starts requests from the queue is due. */
  #isScheduled = false;
  /** How many requests were refused. */
  refused = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** How many requests wait. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Remembers the token's user, so that its requests are queued with the user's others. */
  identify(token: string, userId: string): void {
    if (this.#users.has(token)) return;
    this.#users.set(token, `${userPrefix}${userId}`);
    const [oldest] = this.#users.keys();
    if (this.#users.size > maxSessions && oldest !== undefined) this.#users.delete(oldest);
  }

  /** Calls `done` once the request may go on, or with the error to answer it with. */
  admit(request: FastifyRequest, reply: FastifyReply, done: Proceed): void {
    const key = this.#keyOf(request);
    const proceed: Proceed = (error) => {
      if (!error) this.#take(key, request, reply);
      done(error);
    };
    if (this.#queue.size === 0 && this.#isReady(key) && this.#hasTime()) proceed();
    else this.#wait(key, new ClientConnection(request, reply), proceed);
  }

  /** Ends a request's share of its user's running requests: its answer is ready, or a long body is still to arrive. */
  release(request: FastifyRequest): void {
    const { runsFor: key } = request;
    if (key === null) return;
    request.runsFor = null;
    const others = (this.#running.get(key) ?? 1) - 1;
    if (others > 0) this.#running.set(key, others);
    else this.#running.delete(key);
    this.#schedule();
  }

  /** The key, before anything is looked up: the user if the token is of a session seen before, else the network. */
  #keyOf({ headers, ip }: FastifyRequest): string {
    const token = bearerToken(headers.authorization);
    return (token && this.#users.get(token)) ?? networkOf(ip);
  }

  // Networks without a session can only send passwords, which have a queue of their own.
  readonly #isReady = (key: string): boolean =>
    !key.startsWith(userPrefix) || (this.#running.get(key) ?? 0) < maxConcurrentOfUser;

  #take(key: string, request: FastifyRequest, reply: FastifyReply): void {
    request.runsFor = key;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
    // Also released if the client disconnects before the answer.
    reply.raw.once('close', () => this.release(request));
  }

  /** Whether the current iteration may start another request. */
  #hasTime(): boolean {
    const now = performance.now();
    if (this.#iterationBegan === undefined) {
      this.#iterationBegan = now;
      setImmediate(() => (this.#iterationBegan = undefined));
    }
    return now - this.#iterationBegan <= slice;
  }

  #wait(key: string, client: ClientConnection, proceed: Proceed): void {
    const { maxWaiting, longest, burst } = this.#limits;
    this.#arrived = this.#queue.size === 0 ? 1 : this.#arrived + 1;
    const entry = this.#queue.add(key, (error) => {
      clearTimeout(timer);
      forget();
      proceed(error);
    });
    const forget = client.onClose(() => {
      this.#queue.remove(entry);
      entry.value(new ClientGone());
    });
    const expire = () => {
      this.#queue.remove(entry);
      this.#refuse(entry.value);
    };
    const timer = setTimeout(expire, this.#arrived <= burst.requests ? burst.longest : longest);
    if (this.#queue.size > maxWaiting) this.#refuse(this.#queue.dropFromLongest()?.value);
    this.#schedule();
  }

  #refuse(proceed: Proceed | undefined): void {
    this.refused += 1;
    proceed?.(refusal);
  }

  #schedule(): void {
    if (this.#isScheduled || !this.#queue.hasNext(this.#isReady)) return;
    this.#isScheduled = true;
    this.#startSome();
  }

  /** Starts some requests, each in a callback of its own, because most of its work follows in microtasks. */
  #startSome(): void {
    let began: number | undefined;
    for (let i = 0; i < perIteration; i += 1) {
      setImmediate(() => {
        const now = performance.now();
        began ??= now;
        if (now - began <= slice) this.#queue.next(this.#isReady)?.value();
      });
    }
    setImmediate(() => this.#pause(iterationsBetween));
  }

  #pause(iterations: number): void {
    if (iterations > 0) setImmediate(() => this.#pause(iterations - 1));
    else {
      this.#isScheduled = false;
      this.#schedule();
    }
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether requests to the route wait for admission. */
    queued?: boolean;
  }
  interface FastifyRequest {
    /** The key under which a running request is counted, until its answer is ready. */
    runsFor: string | null;
  }
}
