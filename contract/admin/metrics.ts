import * as z from 'zod/mini';
import { adminPermissions } from './admin-permissions.ts';
import { endpoint } from '#contract/endpoint.ts';

/** The durations of the calls of a route, in milliseconds. */
const routeTimes = z.object({
  method: z.string(),
  /** The path, with parameters as `:name`, or a label for several paths, like `files`. */
  route: z.string(),
  calls: z.int(),
  /** Calls with a status of 500 or more. */
  failures: z.int(),
  p50: z.number(),
  p95: z.number(),
  slowest: z.number(),
  /** The total of all calls. */
  total: z.number(),
});

export type RouteTimes = z.infer<typeof routeTimes>;

export const getTimes = endpoint('GET', '/api/admin/times', {
  summary:
    'The durations of the calls in the last five minutes, by route, in milliseconds until the response began, of the instance that answers. The longest total comes first.',
  access: adminPermissions.readMetrics,
  status: 200,
  response: z.object({ instance: z.string(), minutes: z.int(), routes: z.array(routeTimes) }),
});
