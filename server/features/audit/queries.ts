import type { AuditAction, AuditEntry } from '#contract/admin/audit.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import { newId } from '#server/engine/id.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { Origin } from '#server/events.ts';

export interface NewEntry {
  action: AuditAction;
  /** The actor, if not the sender of the request. */
  actorId?: string;
  subjectId?: string | undefined;
  details?: string;
}

/** Adds an entry to the trail. */
export async function insertEntry(
  tx: Tx,
  { actorId, address, requestId, at }: Origin,
  entry: NewEntry,
): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      id: newId(),
      at: at.toISOString(),
      action: entry.action,
      actor_id: entry.actorId ?? actorId ?? null,
      subject_id: entry.subjectId ?? null,
      address,
      request_id: requestId,
      details: entry.details ?? '',
    })
    .execute();
}

interface Filter {
  action?: AuditAction | undefined;
  /** The actor or the affected user. */
  user?: string | undefined;
  before?: string | undefined;
}

/** Up to `limit` entries, newest first. */
export async function listEntries(
  db: Db,
  { action, user, before }: Filter,
  limit: number,
): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('users as actor', 'actor.id', 'audit.actor_id')
    .leftJoin('users as subject', 'subject.id', 'audit.subject_id')
    .select([
      'audit.id',
      'audit.at',
      'audit.action',
      'audit.actor_id',
      'actor.name as actor_name',
      'audit.subject_id',
      'subject.name as subject_name',
      'audit.address',
      'audit.request_id',
      'audit.details',
    ])
    .$if(action !== undefined, (query) => query.where('audit.action', '=', action as AuditAction))
    .$if(user !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('audit.actor_id', '=', user ?? ''), eb('audit.subject_id', '=', user ?? '')]),
      ),
    )
    .$if(before !== undefined, (query) => query.where('audit.id', '<', before ?? ''))
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    at: row.at,
    action: row.action,
    actor: userRef(row.actor_id, row.actor_name),
    subject: userRef(row.subject_id, row.subject_name),
    address: row.address,
    requestId: row.request_id,
    details: row.details,
  }));
}

function userRef(id: string | null, name: string | null): UserRef | null {
  return id === null ? null : { _id: id, name: name ?? '' };
}
