import * as z from 'zod/mini';
import { bugWorkPermissions } from './bug-work.ts';
import { bug, bugMessages } from './bugs.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { catalogue } from '#contract/messages.ts';
import { id } from '#contract/text.ts';

/** The gap between the ranks of two bugs with successive numbers. Up to 2^31 bugs, ranks are safe integers. */
export const rankStep = 2 ** 20;

/** The rank of a bug in the order of boards, highest on top. A bug that was never placed has its number as its rank. */
export function rankOf({
  number,
  rank,
}: {
  readonly number: number;
  readonly rank?: number | undefined;
}): number {
  return rank ?? number * rankStep;
}

export const boardMessages = catalogue('board', {
  oneNeighbour: () => 'Either before or after must be the id of a bug',
  notAnother: () => 'before and after must be the id of another bug',
});

/** The bug directly above or below which a bug is placed. Exactly one of the two is given. */
const place = z.strictObject({ before: z.optional(id), after: z.optional(id) });

export type Place = z.infer<typeof place>;

export const placeBug = endpoint('PUT', '/api/bugs/:id/position', {
  summary:
    'Places a bug directly above (`before`) or below (`after`) another one in the order of boards, which all users share and lists have with `sort=-rank`. Bugs that were never placed are in the order of filing, the newest on top. The bug keeps its `version` and `updatedAt`. For its creator, its assignee and admins, or everyone by the setting `TRIAGE`.',
  access: bugWorkPermissions.work,
  status: 200,
  params: z.strictObject({ id }),
  body: place,
  response: bug,
  notFound: bugMessages.notFound(),
});

export const manifest = {
  endpoints: [placeBug],
  messages: { board: boardMessages },
  // A change has the id of the bug.
  liveKinds: ['position'],
} as const satisfies Manifest;
