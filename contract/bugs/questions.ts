import * as z from 'zod/mini';
import { bugWorkPermissions } from './bug-work.ts';
import { bug, bugMessages } from './bugs.ts';
import { endpoint } from '#contract/endpoint.ts';
import { catalogue } from '#contract/messages.ts';
import { isAdmin, type Permission } from '#contract/permissions.ts';
import { id, requiredText } from '#contract/text.ts';
import type { UserRef } from '#contract/accounts/users.ts';

/** Messages about questions that only the server sends. */
export const questionRefusals = catalogue('questionRefusals', {
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

const params = z.strictObject({ id });
const notFound = bugMessages.notFound();

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
