import { Registry, collectDefaultMetrics } from '@prometheus-io/client';

let registry: Registry | undefined;

/**
 * Memory, processor and event loop of this process, as the library measures them. The measurement starts at the first
 * scrape: without scrapes, the event loop is not monitored.
 */
export function processMetrics(): Registry {
  if (registry) return registry;
  registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
