import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './text.ts';

/** Something that changed; whoever shows it reads it again. `version` is null for what is gone. */
export const change = z.object({
  type: z.enum(['bug', 'user']),
  _id: id,
  version: z.nullable(z.int()),
});

export type Change = z.infer<typeof change>;

/** Answers to a signed-in reader say with this header where a stream has to begin that misses nothing after them. */
export const sinceHeader = 'x-live-since';

/** How often an otherwise silent stream says that it is still there, in milliseconds. */
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
