import { createSession } from '#web/lib/session/session.ts';

/** The session of this page. */
export const session = createSession();
