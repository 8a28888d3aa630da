import { z } from 'zod';
import { type Reason, activityKinds } from '#contract/conversation/inbox.ts';
import type { DomainEvent, Origin } from '#server/events.ts';

/** The activity of a request on a bug, for inboxes. */
export const activity = z.strictObject({
  bugId: z.string(),
  actorId: z.string(),
  /** When the activity began and ended. */
  firstAt: z.string(),
  at: z.string(),
  kind: z.enum(activityKinds),
  commentId: z.string().nullable(),
  /** Whether it concerns all watchers of the bug, or only the users it names. */
  isForWatchers: z.boolean(),
  hasComment: z.boolean(),
  hasStatus: z.boolean(),
  /** The ids of newly mentioned users, and of a newly assigned one. */
  mentioned: z.array(z.string()),
  assigned: z.string().nullable(),
  /** The id of the last user whose inbox has it; undefined if no inbox has it yet. */
  behind: z.string().optional(),
});

export type Activity = z.infer<typeof activity>;

/** The activity of an event on a bug; undefined if it does not concern inboxes. */
export function activityOf(event: DomainEvent, { actorId, at: now }: Origin): Activity | undefined {
  if (actorId === undefined) return undefined;
  const at = (moment: string) => ({ ...none, actorId, firstAt: moment, at: moment });
  switch (event.type) {
    case 'bug created': {
      const { bug, mentioned } = event;
      const assigned = bug.assignedTo?._id ?? null;
      return { ...at(bug.createdAt), bugId: bug._id, kind: 'created', mentioned: [...mentioned], assigned };
    }
    case 'bug updated': {
      const { before, bug, mentioned } = event;
      const assigned = bug.assignedTo?._id ?? null;
      return {
        ...at(bug.updatedAt),
        bugId: bug._id,
        isForWatchers: true,
        hasStatus: bug.status !== before.status,
        mentioned: [...mentioned],
        assigned: assigned === before.assignedTo?._id ? null : assigned,
      };
    }
    case 'mentions changed':
      return { ...at(now.toISOString()), bugId: event.bugId, mentioned: [...event.mentioned] };
    case 'reporter asked':
      return { ...at(now.toISOString()), bugId: event.bugId, mentioned: [event.reporterId] };
    case 'comment created': {
      const { _id: commentId, bugId, createdAt, mentions } = event.comment;
      const mentioned = mentions.map(({ _id }) => _id);
      const comment = { kind: 'commented', commentId, isForWatchers: true, hasComment: true } as const;
      return { ...at(createdAt), bugId, ...comment, mentioned };
    }
    case 'comment changed': {
      const { before, comment } = event;
      const { _id: commentId, bugId, updatedAt } = comment;
      const known = new Set(before.mentions.map(({ _id }) => _id));
      const mentioned = comment.mentions.map(({ _id }) => _id).filter((id) => !known.has(id));
      return { ...at(updatedAt), bugId, kind: 'commented', commentId, mentioned };
    }
    default:
      return undefined;
  }
}

const none = {
  kind: 'changed',
  commentId: null,
  isForWatchers: false,
  hasComment: false,
  hasStatus: false,
  mentioned: [] as string[],
  assigned: null,
} as const;

/** Merges two activities of one request, such as a comment and its change of the status. */
export function together(a: Activity, b: Activity): Activity {
  const last = a.hasComment ? a : b;
  return {
    ...last,
    firstAt: a.firstAt < b.firstAt ? a.firstAt : b.firstAt,
    at: a.at > b.at ? a.at : b.at,
    isForWatchers: a.isForWatchers || b.isForWatchers,
    hasComment: a.hasComment || b.hasComment,
    hasStatus: a.hasStatus || b.hasStatus,
    mentioned: [...new Set([...a.mentioned, ...b.mentioned])],
    assigned: b.assigned ?? a.assigned,
  };
}

/** The ids of the users whom the activity mentions or assigns. */
export function namedIn({ mentioned, assigned }: Activity): string[] {
  return [...mentioned, ...(assigned === null ? [] : [assigned])];
}

/** Why the activity concerns a user. */
export function reasonsFor(userId: string, of: Activity, creatorId: string): Reason[] {
  const named: Reason[] = [];
  if (of.mentioned.includes(userId)) named.push('mentioned');
  if (of.assigned === userId) named.push('assigned');
  if (named.length > 0) return named;
  const kinds: Reason[] = [];
  if (of.hasComment) kinds.push('commented');
  if (of.hasStatus) kinds.push('status');
  if (kinds.length > 0) return kinds;
  return [userId === creatorId ? 'filed' : 'watching'];
}
