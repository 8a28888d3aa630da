import { type RecordableHistogram, createHistogram } from 'node:perf_hooks';
import { Counter, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteTimes } from '#contract/admin/admin.ts';

/** The upper bounds of the histogram's buckets, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The status recorded for requests whose client disconnected before the response began. */
const leftBefore = 499;
/** The methods with a label of their own; all other HTTP methods share one. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The number of minutes that are recorded, including the current one. */
export const minutes = 5;

/** Times are recorded in hundredths of a millisecond, up to ten minutes, to one part in a hundred. */
const unitsPerMs = 100;
const histogramOptions = { lowest: 1, highest: 10 * 60_000 * unitsPerMs, figures: 2 };

interface Minute {
  number: number;
  histogram: RecordableHistogram;
  failures: number;
  total: number;
  slowest: number;
}

/** One request that was answered. */
interface Answered {
  method: string;
  route: string;
  status: number;
  /** Milliseconds from its arrival to the head of its answer. */
  ms: number;
}

/** The metrics of one route's requests; looked up once for each route. */
interface Noted {
  method: string;
  route: string;
  durations: Histogram.Internal<string>;
  counts: Map<number, Counter.Internal>;
  recent: RecentTimes;
}

/** Counts the requests that this process has answered since its start, and records their durations. */
export class RequestTimes {
  readonly registry = new Registry();
  readonly #now: () => Date;
  readonly #routes = new Map<string, Noted>();
  readonly #counts = new Counter({
    name: 'katydid_http_requests_total',
    help: 'Requests answered, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [this.registry],
  });
  readonly #durations = new Histogram({
    name: 'katydid_http_request_duration_seconds',
    help: 'Seconds from the arrival of a request to the head of its answer, by method and route.',
    labelNames: ['method', 'route'],
    buckets,
    registers: [this.registry],
  });

  constructor(now: () => Date) {
    this.#now = now;
  }

  note({ method: asked, route, status, ms }: Answered): void {
    const method = methods.has(asked) ? asked : 'other';
    const noted = this.#notedFor(method, route);
    noted.durations.observe(ms / 1000);
    const count = noted.counts.get(status) ?? this.#counts.labels({ method, route, status: String(status) });
    noted.counts.set(status, count);
    count.inc();
    noted.recent.note(ms, status >= 500, this.#now());
  }

  /** The routes that were called in the last minutes; the one with the longest total comes first. */
  recent(): RouteTimes[] {
    const now = this.#now();
    return [...this.#routes.values()]
      .flatMap(({ method, route, recent }) => {
        const read = recent.read(now);
        return read ? [{ method, route, ...read }] : [];
      })
      .toSorted((a, b) => b.total - a.total);
  }

  #notedFor(method: string, route: string): Noted {
    const key = `${method} ${route}`;
    const known = this.#routes.get(key);
    if (known) return known;
    const durations = this.#durations.labels({ method, route });
    const noted = { method, route, durations, counts: new Map(), recent: new RecentTimes() };
    this.#routes.set(key, noted);
    return noted;
  }
}

/**
 * Records every request once its response has been sent, and a stream when it ends. Each route has its own label. The
 * files of the web share one label, its pages another, and all other addresses a third. A request whose client
 * disconnected before the response began is recorded with a status of its own, as proxies do.
 *
 * Also adds the header `Server-Timing` to every response: the milliseconds until its head was sent (`total`), and how
 * many of them were spent on the database (`db`).
 */
export function noteRequests(app: FastifyInstance, times: RequestTimes, paths: readonly string[]): void {
  const known = new Set(paths);
  app.decorateRequest('answeredAfter', 0);
  app.addHook('onRequest', (request, reply, done) => {
    // Also if the client disconnects, after which the response emits no `finish`.
    reply.raw.once('close', () => {
      const status = reply.raw.headersSent ? reply.statusCode : leftBefore;
      const ms = reply.raw.headersSent ? request.answeredAfter : reply.elapsedTime;
      times.note({ method: request.method, route: routeOf(request, known, status), status, ms });
    });
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    request.answeredAfter = reply.elapsedTime;
    setServerTiming(request, reply, request.answeredAfter);
    done();
  });
}

function routeOf(request: FastifyRequest, known: ReadonlySet<string>, status: number): string {
  const path = request.routeOptions.url;
  if (path !== undefined) return known.has(path) ? path : 'files';
  return status < 400 ? 'pages' : 'unknown';
}

/**
 * Sets `Server-Timing` on one response. Without a session it has whole milliseconds and no `db`: the number of queries
 * may depend on what is stored, such as whether an account exists.
 */
export function setServerTiming({ context }: FastifyRequest, reply: FastifyReply, total: number): void {
  void reply.header(
    'server-timing',
    context?.caller
      ? `db;dur=${tenths(context.databaseTime.total)}, total;dur=${tenths(total)}`
      : `total;dur=${Math.round(total)}`,
  );
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

/** The durations of the calls of the last minutes, in constant memory. */
class RecentTimes {
  readonly #minutes: Minute[] = [];

  note(ms: number, failed: boolean, now: Date): void {
    const minute = this.#at(minuteOf(now));
    const units = Math.round(ms * unitsPerMs);
    minute.histogram.record(Math.min(Math.max(units, histogramOptions.lowest), histogramOptions.highest));
    minute.total += ms;
    minute.slowest = Math.max(minute.slowest, ms);
    if (failed) minute.failures += 1;
  }

  /** The recorded times; empty where there was no call. */
  read(now: Date): Omit<RouteTimes, 'method' | 'route'> | undefined {
    const last = minuteOf(now);
    const remembered = this.#minutes.filter(({ number }) => number > last - minutes && number <= last);
    if (remembered.length === 0) return undefined;
    const all = createHistogram(histogramOptions);
    for (const { histogram } of remembered) all.add(histogram);
    const slowest = Math.max(...remembered.map((minute) => minute.slowest));
    // A histogram returns the upper end of a time's bucket.
    const percentile = (percent: number) => Math.min(all.percentile(percent) / unitsPerMs, slowest);
    return {
      calls: all.count,
      failures: sum(remembered.map(({ failures }) => failures)),
      p50: percentile(50),
      p95: percentile(95),
      slowest,
      total: sum(remembered.map(({ total }) => total)),
    };
  }

  /** The histogram of the minute, which replaces the oldest one. */
  #at(number: number): Minute {
    const place = number % minutes;
    const there = this.#minutes[place];
    if (there?.number === number) return there;
    there?.histogram.reset();
    const histogram = there?.histogram ?? createHistogram(histogramOptions);
    return (this.#minutes[place] = { number, histogram, failures: 0, total: 0, slowest: 0 });
  }
}

function minuteOf(now: Date): number {
  return Math.floor(now.getTime() / 60_000);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds from its arrival until the head of its response was sent. */
    answeredAfter: number;
  }
}
