import * as z from 'zod/mini';
import { bugWorkPermissions } from './bug-work.ts';
import { bug, bugMessages } from './bugs.ts';
import { endpoint } from '#contract/endpoint.ts';
import { maxDuplicates } from './relations.ts';
import { id } from '#contract/text.ts';

const params = z.strictObject({ id });
const notFound = bugMessages.notFound();

export const markDuplicate = endpoint('PUT', '/api/bugs/:id/duplicate-of', {
  summary: `Marks a bug as a duplicate of another \`bug\`, or of another one than before: resolves it with the resolution \`duplicate\`, and lets those who watch it watch the other bug too, which also gets its reactions and votes. Where that is a duplicate itself, the bug at the end of the chain gets them. For its creator, its assignee and admins, or everyone by the setting \`TRIAGE\`. Refused where bugs would be duplicates of themselves, and where one would have more than ${maxDuplicates} duplicates, directly and through others.`,
  access: bugWorkPermissions.work,
  status: 200,
  params,
  body: z.strictObject({ bug: id }),
  response: bug,
  notFound,
});

export const unmarkDuplicate = endpoint('DELETE', '/api/bugs/:id/duplicate-of', {
  summary:
    'Takes back that a bug is a duplicate: it gets the status and resolution that it had, and the bug that it led to loses the watchers, reactions and votes that it got by the mark, but for what users have chosen there since. Any edit that ends the resolution `duplicate` does the same, with the status and resolution of the edit. A bug that is no duplicate stays as it is.',
  access: bugWorkPermissions.work,
  status: 200,
  params,
  response: bug,
  notFound,
});
