import * as z from 'zod/mini';
import { bugWorkPermissions } from './bug-work.ts';
import { bug, bugMessages } from './bugs.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { catalogue, says } from '#contract/messages.ts';
import { isAdmin, ofAdmins, type Permission } from '#contract/permissions.ts';
import { id, requiredText, timestamp } from '#contract/text.ts';
import { questionFieldMessages } from './triage-fields.ts';
import type { UserRef } from '#contract/accounts/users.ts';

/** How long a bug can be left out of triage, in days. */
export const maxTriageSnoozeDays = 366;

export const triageMessages = catalogue('triage', {
  noUpTo: () => 'upTo must be the number of a bug',
  noUntil: ({ days }: { days: number }) =>
    `until must be a moment as in 2026-11-23T08:00:00.000Z, at most ${days} days from now, or null`,
});

const noUpTo = says(triageMessages.noUpTo());
const noUntil = says(triageMessages.noUntil({ days: maxTriageSnoozeDays }));

const params = z.strictObject({ id });
const notFound = bugMessages.notFound();

/** A moment as this API writes it. */
const moment = z.string({ error: noUntil }).check(
  // PostgreSQL supports neither the year 0 nor a sign.
  z.refine(
    (text) =>
      /^(?!0000)\d{4}-/.test(text) &&
      !Number.isNaN(Date.parse(text)) &&
      new Date(text).toISOString() === text,
    {
      error: noUntil,
    },
  ),
  z.meta({ format: 'date-time' }),
);

export const listTriageSnoozes = endpoint('GET', '/api/triage/snoozes', {
  summary: 'The bugs that the caller has left out of triage for a while, and until when.',
  access: 'signed-in',
  status: 200,
  workspace: 'triageSnoozes',
  response: z.array(z.object({ bug: id, until: timestamp })),
});

export const snoozeTriage = endpoint('PUT', '/api/triage/snoozes/:id', {
  summary: `Leaves a bug out of the caller’s triage \`until\` a moment, at most ${maxTriageSnoozeDays} days from now; with null, it comes back at once.`,
  access: 'signed-in',
  status: 204,
  params,
  body: z.strictObject({ until: z.nullable(moment) }),
  notFound,
});

export const triagePermissions = { acceptAll: ofAdmins('accept all bugs in triage') };

/** How many bugs one request accepts at most. */
export const maxAccepted = 1_000;

export const getTriage = endpoint('GET', '/api/triage', {
  summary:
    'How many bugs wait for the caller’s triage, exactly up to 1000, then `1000+`, and the `newest` number of a bug that waits. These are the open bugs that no one has accepted, without those whose reporter has been asked and those that the caller has snoozed.',
  access: 'signed-in',
  status: 200,
  response: z.object({ total: z.string(), newest: z.nullable(z.int()) }),
});

export const acceptWaiting = endpoint('POST', '/api/triage/accepted', {
  summary: `Accepts all bugs that wait for triage and have at most the number \`upTo\`: the first ${maxAccepted}, and \`hasMore\` tells whether to ask again. The bugs keep their \`version\` and \`updatedAt\`, and no one is notified.`,
  access: triagePermissions.acceptAll,
  status: 200,
  body: z.strictObject({
    upTo: z
      .int({ error: noUpTo })
      .check(z.minimum(1, { error: noUpTo }), z.maximum(2 ** 31 - 1, { error: noUpTo })),
  }),
  response: z.object({ accepted: z.int(), hasMore: z.boolean() }),
});

/** Messages about questions that only the server sends. */
const questionRefusals = catalogue('questionRefusals', {
  onlyAskerWithdraws: () => 'Only the user who asked a question and admins can withdraw it',
});

const withdraw: Permission<{ readonly by: Pick<UserRef, '_id'> }> = {
  name: 'withdraw question',
  on: 'question',
  refusal: questionRefusals.onlyAskerWithdraws(),
  allows: (actor, { by }) => isAdmin(actor) || actor._id === by._id,
};

export const questionPermissions = { withdraw };

/** The length of the longest question, in code points. */
const maxQuestion = 1_000;

export const askBody = z.strictObject({ text: requiredText('Question', { max: maxQuestion }) });

export const askReporter = endpoint('PUT', '/api/bugs/:id/question', {
  summary:
    'Asks the reporter of a bug a question, which is shown on it until the reporter comments. For its creator, its assignee and admins, or everyone by the setting `TRIAGE`. Another question replaces the present one; asking the same question again changes nothing.',
  access: bugWorkPermissions.work,
  status: 200,
  params,
  body: askBody,
  response: bug,
  notFound,
});

export const withdrawQuestion = endpoint('DELETE', '/api/bugs/:id/question', {
  summary: 'Withdraws the question to the reporter of a bug; only for the user who asked it, and admins.',
  access: withdraw,
  status: 200,
  params,
  response: bug,
  notFound,
});

export const manifest = {
  endpoints: [askReporter, withdrawQuestion, listTriageSnoozes, snoozeTriage, getTriage, acceptWaiting],
  messages: { triage: triageMessages, questionField: questionFieldMessages, questionRefusals },
  permissions: { ...triagePermissions, ...questionPermissions },
  // A change has the id of the admin who has accepted all waiting bugs.
  liveKinds: ['triage'],
  personalKinds: ['snoozes'],
} as const satisfies Manifest;
