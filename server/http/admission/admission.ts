import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AdmissionLimits,
  AdmissionQueue,
  defaultAdmissionLimits,
  expiryInterval,
} from './admission-queue.ts';
import { ClientConnection } from '#server/http/client-connection.ts';
import { ClientGone, busy } from '#server/http/errors.ts';
import { QueueKeys, isUser } from './queue-keys.ts';
import { RequestCosts } from './request-costs.ts';

/**
 * The time for which one iteration of the event loop starts requests, in milliseconds, and the number of iterations
 * before the next one that does. Each iteration accepts one new connection (libuv): without those in between, new clients
 * would not be served.
 */
const slice = 5;
const iterationsBetween = 10;
/** The maximum number of requests that an iteration starts. */
const perIteration = 50;
/**
 * The number of requests of one user that run at once: by default, this leaves some connections to PostgreSQL for other
 * users.
 */
export const maxConcurrentOfUser = 24;
/** A shared instance: under overload, an error with a stack for each refusal would cost more than the answer. */
const refusal = busy();

/** A request that waits. */
interface Waiting {
  readonly start: () => Slot;
  readonly refuse: (error: Error) => void;
}

/** A running request, until its answer is ready. */
interface Slot {
  readonly key: string;
  readonly route: string;
  readonly estimate: number;
  /** The time of the event loop that it used so far, in milliseconds. */
  busy: number;
  /** The number of pending results: its answer, and the measurement. */
  pending: number;
}

interface Iteration {
  readonly began: number;
  /** The number of requests that arrived in it, and the slots of those that were started at once. */
  requests: number;
  readonly slots: Slot[];
}

/** The admission control, with the state that metrics show. */
export interface Admission {
  readonly waiting: number;
  readonly refused: number;
  /** Remembers whose session the token is of, so that its requests are queued with the user's others. */
  identify(token: string, userId: string): void;
  /** Releases the slot of a request whose remaining time depends on its client. */
  release(request: FastifyRequest): void;
}

/**
 * Controls admission to routes with `queued` in their configuration: each iteration of the event loop starts a few
 * requests. The others wait in a queue that is fair by user, or by network if the user is unknown (`AdmissionQueue`).
 * Requests whose client disconnects are dropped. Requests that would wait too long are refused, first those of the user
 * whose requests cost most.
 */
export function admitRequests(app: FastifyInstance, limits?: AdmissionLimits): Admission {
  const queue = new RequestAdmission(limits);
  app.decorateRequest('slot', null);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.queued === true) queue.admit(request, reply, done);
    else done();
  });
  // The answer is being sent from here on: a slow client must not delay other requests.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    queue.release(request);
    done();
  });
  return queue;
}

class RequestAdmission implements Admission {
  readonly #costs = new RequestCosts();
  readonly #queue: AdmissionQueue<Waiting>;
  readonly #keys = new QueueKeys();
  readonly #concurrent = new Map<string, number>();
  /** The current iteration of the event loop, once a request has arrived in it. */
  #iteration: Iteration | undefined;
  #isRunning = false;
  #expiryTimer: NodeJS.Timeout | undefined;
  /** The end of the last round that started requests from the queue, while more of them wait. */
  #lastRound: number | undefined;
  refused = 0;

  constructor(limits = defaultAdmissionLimits) {
    this.#queue = new AdmissionQueue({
      costs: this.#costs,
      now: () => performance.now(),
      limits,
      onRefuse: ({ refuse }) => {
        this.refused += 1;
        refuse(refusal);
      },
    });
  }

  get waiting(): number {
    return this.#queue.size;
  }

  identify(token: string, userId: string): void {
    this.#keys.identify(token, userId);
  }

  admit(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    const key = this.#keys.keyOf(request);
    const route = routeOf(request);
    const now = performance.now();
    const iteration = (this.#iteration ??= this.#newIteration(now));
    iteration.requests += 1;
    if (this.#queue.size === 0 && now - iteration.began <= slice && this.#isReady(key)) {
      iteration.slots.push(this.#take(request, reply, key));
      return done();
    }
    const client = new ClientConnection(request, reply);
    const stop = client.onClose(() => {
      if (this.#queue.remove(entry)) done(new ClientGone());
    });
    const entry = this.#queue.add(key, route, {
      start: () => {
        stop();
        const slot = this.#take(request, reply, key);
        done();
        return slot;
      },
      refuse: (error) => {
        stop();
        done(error);
      },
    });
    this.#expiryTimer ??= setInterval(() => this.#refuseExpired(), expiryInterval).unref();
    this.#run();
  }

  /** Releases the slot of a request: its answer is ready, or a long body is still to arrive. */
  release(request: FastifyRequest): void {
    const { slot } = request;
    if (!slot) return;
    request.slot = null;
    slot.busy = Math.max(slot.busy, request.context?.databaseTime.total ?? 0);
    const others = (this.#concurrent.get(slot.key) ?? 1) - 1;
    if (others > 0) this.#concurrent.set(slot.key, others);
    else this.#concurrent.delete(slot.key);
    this.#settle(slot);
    this.#run();
  }

  #isReady(key: string): boolean {
    // Networks without a session can only send passwords, which have a queue of their own.
    return !isUser(key) || (this.#concurrent.get(key) ?? 0) < maxConcurrentOfUser;
  }

  #take(request: FastifyRequest, reply: FastifyReply, key: string): Slot {
    const route = routeOf(request);
    const slot = { key, route, estimate: this.#costs.estimate(route), busy: 0, pending: 2 };
    request.slot = slot;
    this.#concurrent.set(key, (this.#concurrent.get(key) ?? 0) + 1);
    // Also if the client disconnects before the answer.
    reply.raw.once('close', () => this.release(request));
    return slot;
  }

  #newIteration(began: number): Iteration {
    const iteration: Iteration = { began, requests: 0, slots: [] };
    setImmediate(() => {
      this.#iteration = undefined;
      const [only] = iteration.slots;
      const took = performance.now() - began;
      // The times of several requests in one iteration cannot be separated.
      if (only && iteration.requests === 1) only.busy = Math.max(only.busy, took);
      for (const slot of iteration.slots) this.#settle(slot);
    });
    return iteration;
  }

  /** Once a request is answered and measured, charges its cost to its user and updates the expected cost of the route. */
  #settle(slot: Slot): void {
    slot.pending -= 1;
    if (slot.pending > 0) return;
    this.#costs.note(slot.route, slot.busy);
    this.#queue.charge(slot.key, slot.busy - slot.estimate);
  }

  #run(): void {
    if (this.#isRunning || this.#queue.size === 0) return;
    this.#isRunning = true;
    this.#startSome();
  }

  /** Starts some requests, each in a callback of its own, as most of its work follows in microtasks. */
  #startSome(): void {
    let began: number | undefined;
    let last: { slot: Slot; began: number } | undefined;
    let started = 0;
    let isBlocked = false;
    const measure = (now: number) => {
      if (!last) return;
      last.slot.busy = Math.max(last.slot.busy, now - last.began);
      this.#settle(last.slot);
      last = undefined;
    };
    for (let i = 0; i < perIteration; i += 1) {
      setImmediate(() => {
        const now = performance.now();
        began ??= now;
        measure(now);
        if (isBlocked || now - began > slice) return;
        const due = this.#queue.next((key) => this.#isReady(key));
        isBlocked = due === undefined;
        if (!due) return;
        started += due.cost;
        last = { slot: due.value.start(), began: performance.now() };
      });
    }
    setImmediate(() => {
      const now = performance.now();
      measure(now);
      if (this.#lastRound !== undefined) this.#costs.notePace(started, now - this.#lastRound);
      this.#lastRound = now;
      this.#goOn(iterationsBetween);
    });
  }

  #goOn(iterations: number): void {
    if (iterations > 0) setImmediate(() => this.#goOn(iterations - 1));
    else if (this.#queue.hasNext((key) => this.#isReady(key))) this.#startSome();
    else {
      this.#isRunning = false;
      this.#lastRound = undefined;
    }
  }

  #refuseExpired(): void {
    this.#queue.refuseExpired();
    if (this.#queue.size > 0) return;
    clearInterval(this.#expiryTimer);
    this.#expiryTimer = undefined;
  }
}

function routeOf({ method, routeOptions: { url } }: FastifyRequest): string {
  return `${method} ${url}`;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether requests to the route wait for admission. */
    queued?: boolean;
  }
  interface FastifyRequest {
    /** The slot of a running request. */
    slot: Slot | null;
  }
}
