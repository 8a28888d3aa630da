import { auditPage, listAudit } from '#contract/audit.ts';
import type { Happening, Listener } from '#server/events.ts';
import type { Feature } from '#server/feature.ts';
import { route } from '#server/http/route.ts';
import { type NewEntry, insertEntry, listEntries } from './queries.ts';

/** What of a happening belongs in the trail; nothing where it is everyday work. Never a secret, nor what was typed for one. */
function entryFor(happening: Happening): NewEntry | undefined {
  switch (happening.type) {
    case 'user changed':
      return undefined;
    case 'bug deleted':
      return { action: 'bug deleted', details: `#${happening.bug.number} ${happening.bug.title}` };
    case 'registered':
    case 'signed in':
      // Nobody was signed in when the request came; now it is known who sent it.
      return { action: happening.type, actorId: happening.userId, subjectId: happening.userId };
    case 'sign-in failed':
      return { action: happening.type, subjectId: happening.userId, details: happening.why };
    case 'email changed':
    case 'email change taken back':
      return {
        action: happening.type,
        subjectId: happening.userId,
        details: `${happening.from} → ${happening.to}`,
      };
    case 'role changed':
      return { action: happening.type, subjectId: happening.userId, details: happening.role };
    case 'refused':
      return {
        action: 'refused',
        details: happening.more === undefined ? happening.what : `${happening.what} × ${happening.more}`,
      };
    case 'invited':
      return { action: 'invited' };
    default:
      // What else is done to bugs is everyday work.
      return 'bug' in happening ? undefined : { action: happening.type, subjectId: happening.userId };
  }
}

const record: Listener = async (tx, happening, origin) => {
  const entry = entryFor(happening);
  if (entry) await insertEntry(tx, origin, entry);
};

/** The trail of security events, for admins. */
export const audit: Feature = {
  name: 'audit',
  routes: [route(listAudit, async ({ longReads, query }) => listEntries(longReads, query, auditPage))],
  listeners: [record],
};
