import * as z from 'zod/mini';
import type { Bug } from './bugs/bugs.ts';
import { endpoint, type Manifest } from './endpoint.ts';
import { catalogue, says } from './messages.ts';
import { id } from './text.ts';

/**
 * A change of a resource, which clients then fetch again. `version` is null after a deletion, and where the resource has
 * none. Clients ignore a `type` that is not a `ChangeKind` of theirs, because a server can be newer than its clients.
 */
export const change = z.object({
  type: z.string(),
  _id: id,
  version: z.nullable(z.int()),
  /** For `bugKinds` (`bugs/bug-fields.ts`): the bug after the change, if it is small. It is trusted like a response. */
  bug: z.optional(z.custom<Bug>()),
});

export type Change = z.infer<typeof change>;

/** A header of responses to signed-in users: a stream that starts after this change number misses no later change. */
export const sinceHeader = 'x-live-since';

/** An event with the number of streams of the process, sent before changes. If it is high, clients ask less often. */
export const streamsEvent = 'streams';

/** The interval of heartbeats in an idle stream, in milliseconds. */
export const heartbeat = 15_000;

const liveMessages = catalogue('live', { noSince: () => 'since must be the id of an event' });

const liveQuery = z.strictObject({
  since: z.optional(
    z.pipe(
      z.string().check(z.regex(/^(0|[1-9][0-9]{0,8})$/, { error: says(liveMessages.noSince()) })),
      z.transform(Number),
    ),
  ),
});

export const live = endpoint('GET', '/api/live', {
  summary:
    'Changes in real time: a `text/event-stream` of `{type, _id, version}`, where `version` is null for a deletion. The last change of a bug also has the `bug` itself, unless it is larger than 8 kB or many changes come at once. `since` resumes behind an event’s id; an event named `streams` has the number of streams that the server process has; an event named `reset` means that the server no longer has the missed changes. Ends with the session.',
  access: 'signed-in',
  status: 200,
  query: liveQuery,
});

export const manifest = {
  endpoints: [live],
  messages: { live: liveMessages },
} as const satisfies Manifest;
