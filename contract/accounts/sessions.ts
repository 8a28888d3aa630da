import * as z from 'zod/mini';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { catalogue } from '#contract/messages.ts';
import { id, timestamp } from '#contract/text.ts';

/** A session of the caller. */
const session = z.object({
  _id: id,
  /** The name of the browser or program, from its user agent. */
  device: z.string(),
  /** The network address it was last used from. */
  address: z.string(),
  createdAt: timestamp,
  /** When it was last used, within five minutes. */
  lastUsedAt: timestamp,
  /** Whether it is the session of this call. */
  current: z.boolean(),
});

export type Session = z.infer<typeof session>;

const sessionMessages = catalogue('sessions', { notFound: () => 'Session not found' });

export const listSessions = endpoint('GET', '/api/users/sessions', {
  summary: 'The caller’s live sessions, most recently used first, 500 at most.',
  access: 'signed-in',
  status: 200,
  response: z.array(session),
});

export const endSession = endpoint('DELETE', '/api/users/sessions/:id', {
  summary: 'Ends one of the caller’s sessions.',
  access: 'signed-in',
  status: 204,
  params: z.strictObject({ id }),
  notFound: sessionMessages.notFound(),
});

export const endOtherSessions = endpoint('DELETE', '/api/users/sessions', {
  summary: 'Ends all of the caller’s sessions except the current one.',
  access: 'signed-in',
  status: 204,
});

export const manifest = {
  endpoints: [listSessions, endSession, endOtherSessions],
  messages: { sessions: sessionMessages },
} as const satisfies Manifest;
