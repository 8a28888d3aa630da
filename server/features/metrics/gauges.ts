import { Counter, Gauge, Registry } from '@prometheus-io/client';
import type { AppContext } from '#server/http/request-context.ts';
import { countLiveSessions } from '#server/http/session/session-queries.ts';
import { countJobs } from '#server/jobs/queue.ts';

/** Gauges of the process's resources and queues, read at each scrape. */
export function gauges({ longReads, live, now, metrics: { admission, connections } }: AppContext): Registry {
  const registry = new Registry();
  // Registered below, not in the library's default registry.
  const registers: Registry[] = [];
  const sessions = repeated(() => countLiveSessions(longReads, now()));
  const jobs = repeated(() => countJobs(longReads));
  const all = [
    new Gauge({
      name: 'katydid_database_connections',
      help: 'Connections to PostgreSQL, or the one of a SQLite file that writes, by state.',
      labelNames: ['state'],
      registers,
      collect() {
        const { inUse, idle } = connections();
        this.set({ state: 'in_use' }, inUse);
        this.set({ state: 'idle' }, idle);
      },
    }),
    new Gauge({
      name: 'katydid_database_waiting',
      help: 'Pieces of work that wait for a connection to PostgreSQL, or to write to a SQLite file.',
      registers,
      collect() {
        this.set(connections().waiting);
      },
    }),
    new Gauge({
      name: 'katydid_sessions',
      help: 'Live sessions of all users, counted at most every 15 seconds. Not a number while the database is away.',
      registers,
      async collect() {
        this.set((await sessions()) ?? Number.NaN);
      },
    }),
    new Gauge({
      name: 'katydid_jobs',
      help: 'Background jobs that have not ended well, by state, counted at most every 15 seconds. Not a number while the database is away.',
      labelNames: ['state'],
      registers,
      async collect() {
        const counts = await jobs();
        for (const state of ['waiting', 'running', 'dead'] as const)
          this.set({ state }, counts?.[state] ?? Number.NaN);
      },
    }),
    new Gauge({
      name: 'katydid_live_streams',
      help: 'Open live streams.',
      registers,
      collect() {
        this.set(live.size);
      },
    }),
    new Gauge({
      name: 'katydid_requests_waiting',
      help: 'Requests that wait in the admission queue.',
      registers,
      collect() {
        this.set(admission.waiting);
      },
    }),
    new Counter({
      name: 'katydid_requests_refused_total',
      help: 'Requests refused because there was more to do than could be done.',
      registers,
      collect() {
        this.reset();
        this.inc(admission.refused);
      },
    }),
  ];
  for (const metric of all) registry.registerMetric(metric);
  return registry;
}

/** The milliseconds for which a count is cached, so that frequent scrapes cost the database little. */
const standsFor = 15_000;

/** Returns the count, cached for a moment; undefined if the database does not answer. */
function repeated<T>(count: () => Promise<T>): () => Promise<T | undefined> {
  let counted = -Infinity;
  let last: Promise<T | undefined> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - counted < standsFor) return last;
    counted = performance.now();
    return (last = count().catch(() => undefined));
  };
}
