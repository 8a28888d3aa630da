import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { catalogue, says } from './messages.ts';
import { id } from './text.ts';

/**
 * The kinds of resources whose changes are sent. A feature adds its own here. A change of `comments` has the id of the bug
 * that has a comment more or less, one of `comment` that of a comment which is known to those who show it, one of
 * `reactions` or `votes` that of the bug that has others, one of `watchers` that of the bug that others watch, one of
 * `relations` that of a bug whose relations are others, or that is shown in another way now where it is related to others, and one of
 * `position` that of a bug that has another place on boards. A change of `inbox` has the id of the user whose inbox it is, and
 * is sent to that user alone; so is one of `views`, for the user's private views and the order of all, and one of `snoozes`,
 * for the bugs that the user has left out of triage.
 */
export type ChangeKind =
  | 'bug'
  | 'comment'
  | 'comments'
  | 'component'
  | 'custom-field'
  | 'inbox'
  | 'label'
  | 'position'
  | 'reactions'
  | 'relations'
  | 'snoozes'
  | 'user'
  | 'version'
  | 'view'
  | 'views'
  | 'votes'
  | 'watchers';

/** The kinds whose changes have the id of a user, and are sent to that user alone. */
export const personalKinds: readonly string[] = ['inbox', 'snoozes', 'views'] satisfies ChangeKind[];

/** The kinds of what has a name by which queries of bugs may ask for it. */
export const namesInQueries: readonly ChangeKind[] = [
  'component',
  'custom-field',
  'label',
  'user',
  'version',
];

/**
 * A change of a resource, which clients then fetch again. `version` is null after a deletion, and where the resource has
 * none. Clients ignore a `type` that is not a `ChangeKind` of theirs, as servers can be newer than they are.
 */
export const change = z.object({
  type: z.string(),
  _id: id,
  version: z.nullable(z.int()),
});

export type Change = z.infer<typeof change>;

/** A header of responses to signed-in users: the change number from which a stream misses nothing after the response. */
export const sinceHeader = 'x-live-since';

/** The interval of heartbeats in an idle stream, in milliseconds. */
export const heartbeat = 15_000;

export const liveMessages = catalogue('live', { noSince: () => 'since must be the id of an event' });

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
    'Changes in real time: a `text/event-stream` of `{type, _id, version}`, where `version` is null for a deletion. `since` resumes behind an event’s id; an event named `reset` means that the server no longer has the missed changes. Ends with the session.',
  access: 'signed-in',
  status: 200,
  query: liveQuery,
});
