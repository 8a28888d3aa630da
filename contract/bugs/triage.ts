import * as z from 'zod/mini';
import { bugMessages } from './bugs.ts';
import { endpoint } from '#contract/endpoint.ts';
import { catalogue, says } from '#contract/messages.ts';
import { ofAdmins } from '#contract/permissions.ts';
import { id, timestamp } from '#contract/text.ts';

/** How long a bug can be left out of triage, in days. */
export const maxTriageSnoozeDays = 366;

export const triageMessages = catalogue('triage', {
  noUpTo: () => 'upTo must be the number of a bug',
  noUntil: ({ days }: { days: number }) =>
    `until must be a moment as in 2026-11-23T08:00:00.000Z, at most ${days} days from now, or null`,
});

const noUpTo = says(triageMessages.noUpTo());
const noUntil = says(triageMessages.noUntil({ days: maxTriageSnoozeDays }));

/** A moment as this API writes it. */
const moment = z.string({ error: noUntil }).check(
  // PostgreSQL has no year 0, and no sign.
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
  response: z.array(z.object({ bug: id, until: timestamp })),
});

export const snoozeTriage = endpoint('PUT', '/api/triage/snoozes/:id', {
  summary: `Leaves a bug out of the caller’s triage \`until\` a moment, at most ${maxTriageSnoozeDays} days from now; with null, it comes back at once.`,
  access: 'signed-in',
  status: 204,
  params: z.strictObject({ id }),
  body: z.strictObject({ until: z.nullable(moment) }),
  notFound: bugMessages.notFound(),
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
