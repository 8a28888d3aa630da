import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './text.ts';

/** A change of a resource, which clients then fetch again. `version` is null after a deletion. */
export const change = z.object({
  type: z.enum(['bug', 'user']),
  _id: id,
  version: z.nullable(z.int()),
});

export type Change = z.infer<typeof change>;

/** A header of responses to signed-in users: the change number from which a stream misses nothing after the response. */
export const sinceHeader = 'x-live-since';

/** The interval of heartbeats in an idle stream, in milliseconds. */
export const heartbeat = 15_000;

const liveQuery = z.strictObject({
  since: z.optional(
    z.pipe(
      z.string().check(z.regex(/^(0|[1-9][0-9]{0,8})$/, { error: 'since must be the id of an event' })),
      z.transform(Number),
    ),
  ),
});

export const live = endpoint('GET', '/api/live', {
  summary:
    'What changes, as it happens: a `text/event-stream` of `{type, _id, version}`, where `version` is null for what is gone. `since` resumes behind an event’s id; an event named `reset` says that what was missed is no longer known. Ends with the session.',
  access: 'signed-in',
  status: 200,
  query: liveQuery,
});
