import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** How long the calls of a route took, in milliseconds. */
const routeTimes = z.object({
  method: z.string(),
  /** The address, with parameters as `:name`; what shares one row has a word instead, like `files`. */
  route: z.string(),
  calls: z.int(),
  /** Calls that the server failed at: those answered with 500 or more. */
  failures: z.int(),
  p50: z.number(),
  p95: z.number(),
  slowest: z.number(),
  /** All calls together. */
  total: z.number(),
});

export type RouteTimes = z.infer<typeof routeTimes>;

export const getTimes = endpoint('GET', '/api/admin/times', {
  summary:
    'How long the calls of the last five minutes took, by route, in milliseconds until the answer began. Of the instance that answers, which it names. What took longest in total comes first.',
  access: 'admin',
  status: 200,
  response: z.object({ instance: z.string(), minutes: z.int(), routes: z.array(routeTimes) }),
});
