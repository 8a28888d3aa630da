import { listEmailChanges } from '#contract/accounts/email-changes.ts';
import { listSessions } from '#contract/accounts/sessions.ts';
import { endpointQuery } from '#web/lib/api/query.ts';

export const sessionsQuery = endpointQuery(listSessions, {});

export const emailChangesQuery = endpointQuery(listEmailChanges, {});
