import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './text.ts';

/** One of the caller's own sessions. */
const session = z.object({
  _id: id,
  /** What the browser or program called itself. */
  device: z.string(),
  /** The network address it was last used from. */
  address: z.string(),
  createdAt: timestamp,
  /** When it was last used, within five minutes. */
  lastUsedAt: timestamp,
  /** Whether this call came with it. */
  current: z.boolean(),
});

export type Session = z.infer<typeof session>;

const notFound = 'Session not found';

export const listSessions = endpoint('GET', '/api/users/sessions', {
  summary: 'One’s own live sessions, the last used first.',
  access: 'signed-in',
  status: 200,
  response: z.array(session),
});

export const endSession = endpoint('DELETE', '/api/users/sessions/:id', {
  summary: 'Ends one of one’s own sessions.',
  access: 'signed-in',
  status: 204,
  params: z.strictObject({ id }),
  notFound,
});

export const endOtherSessions = endpoint('DELETE', '/api/users/sessions', {
  summary: 'Ends all of one’s own sessions but the one of this call.',
  access: 'signed-in',
  status: 204,
});
