import * as z from 'zod/mini';
import { bugWorkPermissions } from './bug-work.ts';
import { bug, bugMessages } from './bugs.ts';
import { endpoint } from '#contract/endpoint.ts';
import { maxDuplicates } from './relations.ts';
import { id } from '#contract/text.ts';

const params = z.strictObject({ id });
const notFound = bugMessages.notFound();

export const markDuplicate = endpoint('PUT', '/api/bugs/:id/duplicate-of', {
  summary: `Marks a bug as a duplicate of another \`bug\`, or changes of which one: resolves it with the resolution \`duplicate\`. Its watchers, reactions and votes also count for the other bug; if that is a duplicate itself, for the bug at the end of the chain. For its creator, its assignee and admins, or everyone by the setting \`TRIAGE\`. Refused where bugs would be duplicates of themselves, and where one would have more than ${maxDuplicates} duplicates, directly and through others.`,
  access: bugWorkPermissions.work,
  status: 200,
  params,
  body: z.strictObject({ bug: id }),
  response: bug,
  notFound,
});

export const unmarkDuplicate = endpoint('DELETE', '/api/bugs/:id/duplicate-of', {
  summary:
    'Removes the mark that a bug is a duplicate: restores the status and resolution that it had before, and removes from the other bug the watchers, reactions and votes that came with the mark, except what users have chosen there since. Any edit that ends the resolution `duplicate` does the same, with the status and resolution of the edit. Changes nothing if the bug is no duplicate.',
  access: bugWorkPermissions.work,
  status: 200,
  params,
  response: bug,
  notFound,
});
