import * as z from 'zod/mini';
import { bugFields } from './bug-fields.ts';
import { bug, bugMessages, bugPermissions } from './bugs.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { catalogue } from '#contract/messages.ts';
import { type AnyPermission, can, type Permission } from '#contract/permissions.ts';
import { resolutionMessages } from './resolution.ts';
import { id } from '#contract/text.ts';
import type { UserRef } from '#contract/accounts/users.ts';

const bugWorkMessages = catalogue('bugWork', {
  onlyAssigneeWorks: () => 'Only the creator and the assignee of a bug and admins can do this',
  onlyUnassignedIsTaken: () =>
    'Only its creator, its assignee and admins can assign this bug. Others can take a bug that is not assigned',
});

/** The users who can work on a bug besides its creator and admins: its assignee, or everyone. */
export const bugWorkers = ['assignee', 'everyone'] as const;
export type BugWorkers = (typeof bugWorkers)[number];

/** The data on which the permission `work` depends: a bug's creator and assignee, and the setting. */
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

/** Users who can work on a bug can assign it. All others can only take an unassigned bug: assign it to themselves. */
const assign: Permission<WorkableBug & { readonly to: string | null }> = {
  name: 'assign bug',
  on: 'bug',
  refusal: bugWorkMessages.onlyUnassignedIsTaken(),
  allows: (actor, subject) =>
    (subject.assignedTo === null && subject.to === actor._id) || can(actor, work, subject),
};

export const bugWorkPermissions = { work, assign };

/** What the permission `work` allows, in words. `authorisation.test.ts` checks that SECURITY.md names the same endpoints. */
const bugWork =
  'set its status, resolution, version that fixes it, priority, assignee and triage mark, mark it as a duplicate, ask its reporter, place it on boards and relate it to other bugs';

/** Returns the TRIAGE setting, under the name it has had since 0.1. */
export const getBugSettings = endpoint('GET', '/api/bugs/settings', {
  summary: `The users who can work on a bug besides its creator and admins: \`assignee\` or \`everyone\`. They can ${bugWork}.`,
  access: 'signed-in',
  status: 200,
  workspace: 'bugSettings',
  response: z.object({ triage: z.enum(bugWorkers) }),
});

/** The endpoint that sets one field of a bug, with the permission `work` unless another is given. */
function setter<Body extends z.ZodMiniType>(
  path: string,
  summary: string,
  body: Body,
  access: AnyPermission = work,
) {
  return endpoint('PUT', `/api/bugs/:id/${path}`, {
    summary: `${summary} For its creator, its assignee and admins, or everyone by the setting \`TRIAGE\`. With \`If-Match\`, only that version is changed.`,
    access,
    status: 200,
    params: z.strictObject({ id }),
    body,
    response: bug,
    notFound: bugMessages.notFound(),
    errors: ['version_mismatch'],
  });
}

const { status, resolution, priority, assignedTo, fixedIn, triaged } = bugFields;

/** The new status of a bug; for `resolved`, optionally its resolution and the version that fixes it. */
export const statusBody = z.strictObject({
  status: status.input,
  resolution: z.optional(resolution.input),
  fixedIn: z.optional(fixedIn.input),
});

/** The endpoints that set one field of a bug, by the name of the field. */
export const setBugField = {
  status: setter(
    'status',
    'Sets the status of a bug; with `resolved`, optionally also its `resolution` and the version `fixedIn`. Reopening a bug removes its resolution.',
    statusBody,
  ),
  resolution: setter(
    'resolution',
    'Sets the resolution of a resolved bug; an empty `resolution` removes it. `duplicate` is refused: mark the bug as a duplicate instead.',
    z.strictObject({ resolution: resolution.input }),
  ),
  priority: setter('priority', 'Sets the priority of a bug.', z.strictObject({ priority: priority.input })),
  fixedIn: setter(
    'fixed-in',
    'Sets the version in which a bug is fixed, or is planned to be fixed; an empty `fixedIn` removes it.',
    z.strictObject({ fixedIn: fixedIn.input }),
  ),
  assignedTo: setter(
    'assignee',
    'Assigns a bug to a user; an empty `assignedTo` unassigns it. Every user can assign an unassigned bug to themselves: of several at once, the first gets it, and the others 403.',
    z.strictObject({ assignedTo: assignedTo.input }),
    assign,
  ),
  triaged: setter(
    'triaged',
    'Marks a bug as triaged, which takes it out of the triage queue, or removes the mark.',
    z.strictObject({ triaged: triaged.input }),
  ),
};

/** The fields that users who work on a bug can set. */
export type WorkField = keyof typeof setBugField;

export function isWorkField(field: string): field is WorkField {
  return field in setBugField;
}

export const manifest = {
  endpoints: [getBugSettings, ...Object.values(setBugField)],
  messages: { bugWork: bugWorkMessages, resolution: resolutionMessages },
  permissions: bugWorkPermissions,
} as const satisfies Manifest;
