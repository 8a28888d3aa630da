import * as z from 'zod/mini';
import { bugFields } from './bug-fields.ts';
import { bug, bugMessages, bugPermissions } from './bugs.ts';
import { endpoint } from '#contract/endpoint.ts';
import { catalogue } from '#contract/messages.ts';
import { can, type Permission } from '#contract/permissions.ts';
import { id } from '#contract/text.ts';
import type { UserRef } from '#contract/accounts/users.ts';

export const bugWorkMessages = catalogue('bugWork', {
  onlyAssigneeWorks: () =>
    'Only the creator and the assignee of a bug and admins can change its status, priority or assignee',
});

/** Who can work on a bug besides its creator and admins: its assignee, or every user. */
export const bugWorkers = ['assignee', 'everyone'] as const;
export type BugWorkers = (typeof bugWorkers)[number];

/** A bug and the setting, as far as they decide who works on it. */
interface WorkableBug {
  readonly createdBy: Pick<UserRef, '_id'>;
  readonly assignedTo: Pick<UserRef, '_id'> | null;
  readonly workers: BugWorkers;
}

const work: Permission<WorkableBug> = {
  name: 'work on bug',
  on: 'bug',
  refusal: bugWorkMessages.onlyAssigneeWorks(),
  allows: (actor, { createdBy, assignedTo, workers }) =>
    workers === 'everyone' || assignedTo?._id === actor._id || can(actor, bugPermissions.edit, { createdBy }),
};

export const bugWorkPermissions = { work };

/** Answers the setting TRIAGE, under the name that it has had since 0.1. */
export const getBugSettings = endpoint('GET', '/api/bugs/settings', {
  summary:
    'Who can change the status, priority and assignee of a bug besides its creator and admins: `assignee` or `everyone`.',
  access: 'signed-in',
  status: 200,
  response: z.object({ triage: z.enum(bugWorkers) }),
});

/** The call that sets one field of a bug, for everyone who works on it. */
function setter<Body extends z.ZodMiniType>(path: string, summary: string, body: Body) {
  return endpoint('PUT', `/api/bugs/:id/${path}`, {
    summary: `${summary} For its creator, its assignee and admins, or everyone by the setting \`TRIAGE\`. With \`If-Match\`, only that version is changed.`,
    access: work,
    status: 200,
    params: z.strictObject({ id }),
    body,
    response: bug,
    notFound: bugMessages.notFound(),
    errors: ['version_mismatch'],
  });
}

const { status, resolution, priority, assignedTo, fixedIn, triaged } = bugFields;

/** The status of a bug, and what is set with it of one that becomes resolved. */
export const statusBody = z.strictObject({
  status: status.input,
  resolution: z.optional(resolution.input),
  fixedIn: z.optional(fixedIn.input),
});

/** The calls that set a field of a bug, by the name of the field. */
export const setBugField = {
  status: setter(
    'status',
    'Sets the status of a bug, and with it the resolution of one that becomes resolved and the version that it is fixed in. A bug that is no longer resolved has no resolution.',
    statusBody,
  ),
  resolution: setter(
    'resolution',
    'Sets the resolution of a resolved bug; an empty `resolution` removes it. `duplicate` is not set by this.',
    z.strictObject({ resolution: resolution.input }),
  ),
  priority: setter('priority', 'Sets the priority of a bug.', z.strictObject({ priority: priority.input })),
  fixedIn: setter(
    'fixed-in',
    'Sets the version that a bug is fixed in, or is to be fixed in; an empty `fixedIn` removes it.',
    z.strictObject({ fixedIn: fixedIn.input }),
  ),
  assignedTo: setter(
    'assignee',
    'Assigns a bug to a user; an empty `assignedTo` unassigns it.',
    z.strictObject({ assignedTo: assignedTo.input }),
  ),
  triaged: setter(
    'triaged',
    'Says whether a bug is triaged: one that is does not wait to be looked through any more.',
    z.strictObject({ triaged: triaged.input }),
  ),
};

/** The fields that are set by those who work on a bug. */
export type WorkField = keyof typeof setBugField;

export function isWorkField(field: string): field is WorkField {
  return field in setBugField;
}
