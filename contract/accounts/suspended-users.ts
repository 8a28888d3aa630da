import * as z from 'zod/mini';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { userRef } from './users.ts';

/** The number of suspended users that are listed. */
export const maxSuspended = 500;

export const listSuspendedUsers = endpoint('GET', '/api/users/suspended', {
  summary: `The users whose accounts are suspended, the last ${maxSuspended} of them: no bug can be newly assigned to them.`,
  access: 'signed-in',
  status: 200,
  workspace: 'suspendedUsers',
  response: z.array(userRef),
});

export const manifest = { endpoints: [listSuspendedUsers] } as const satisfies Manifest;
