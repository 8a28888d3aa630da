import { auditPage, listAudit } from '#contract/admin/audit.ts';
import type { DomainEvent, Listener } from '#server/events.ts';
import type { Feature } from '#server/extensions/feature.ts';
import { route } from '#server/http/route.ts';
import { type NewEntry, insertEntry, listEntries } from './queries.ts';

/** The entry of the audit trail for an event, if it needs one. It contains no text that was typed into fields for secrets. */
function entryFor(event: DomainEvent): NewEntry | undefined {
  switch (event.type) {
    case 'bug deleted':
      return { action: 'bug deleted', details: `#${event.bug.number} ${event.bug.title}` };
    case 'registered':
    case 'signed in':
      // The request came without a session; the event names its user.
      return { action: event.type, actorId: event.userId, subjectId: event.userId };
    case 'sign-in failed':
      return { action: event.type, subjectId: event.userId, details: event.why };
    case 'email change requested':
    case 'email changed':
    case 'email change taken back':
      return {
        action: event.type,
        subjectId: event.userId,
        details: `${event.from} → ${event.to}`,
      };
    case 'email change cancelled':
      return { action: event.type, subjectId: event.userId, details: event.to };
    case 'email confirmed':
      return { action: event.type, subjectId: event.userId, details: event.email };
    case 'role changed':
      return { action: event.type, subjectId: event.userId, details: event.role };
    case 'refused':
      return {
        action: 'refused',
        details: event.more === undefined ? event.what : `${event.what} × ${event.more}`,
      };
    default:
      return accountEntryFor(event) ?? event.audit;
  }
}

/** The entry for an event of an account that needs no details, or of an invitation. */
function accountEntryFor(event: DomainEvent): NewEntry | undefined {
  switch (event.type) {
    case 'invited':
    case 'invitation withdrawn':
      return { action: event.type, details: event.email ?? '' };
    case 'signed out':
    case 'password changed':
    case 'password change failed':
    case 'password reset requested':
    case 'password reset link created':
    case 'password reset':
    case 'sessions ended':
    case 'suspended':
    case 'reinstated':
      return { action: event.type, subjectId: event.userId };
    default:
      return undefined;
  }
}

const record: Listener = async (tx, event, origin) => {
  const entry = entryFor(event);
  if (entry) await insertEntry(tx, origin, entry);
};

/** The trail of security events, for admins. */
export const audit: Feature = {
  name: 'audit',
  routes: [route(listAudit, async ({ longReads, query }) => listEntries(longReads, query, auditPage))],
  listeners: { all: record },
};
