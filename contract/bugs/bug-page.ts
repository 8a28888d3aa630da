import * as z from 'zod/mini';
import { bugMessages } from './bugs.ts';
import { activity, activityQuery } from './history.ts';
import { relations } from './relations.ts';
import { votes } from './votes.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { reaction } from '#contract/conversation/comments.ts';
import { inboxItem } from '#contract/conversation/inbox.ts';
import { watchers } from '#contract/conversation/watching.ts';
import { id } from '#contract/text.ts';

/**
 * What features add to the page of a bug, beside the bug: each as its own call returns it, where it has one. A feature adds
 * a line, and the reader of the part on the server (`bugPage` of its manifest).
 */
const parts = {
  activity,
  reactions: z.array(reaction),
  votes,
  watchers,
  relations,
  /** The item of the bug in the caller's inbox, if it is unread. */
  unread: z.nullable(inboxItem),
};

const page = z.partial(z.object(parts));

/** The parts of a bug's page that the caller may see. */
export type BugPage = z.infer<typeof page>;

export const getBugPage = endpoint('GET', '/api/bugs/:id/page', {
  summary:
    'What the page of a bug shows beside the bug, in one call: `activity`, `reactions`, `votes`, `watchers` and `relations` as the calls of these names return them, and `unread`, the item of the bug in the caller’s inbox if it is unread. The activity is the page with the newest entries, or the one `around` an entry. A part that the caller may not see is left out.',
  access: 'signed-in',
  status: 200,
  params: z.strictObject({ id }),
  query: z.strictObject({ around: activityQuery.shape.around }),
  response: page,
  notFound: bugMessages.notFound(),
});

export const manifest = {
  endpoints: [getBugPage],
} as const satisfies Manifest;
