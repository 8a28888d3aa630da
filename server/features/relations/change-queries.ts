import type { RelationKind } from '#contract/bugs/relations.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { newId } from '#server/engine/id.ts';
import type { Tx } from '#server/engine/schema.ts';
import type { TimelineSource } from '#server/extensions/bug-extension.ts';
import { referenceOf } from './queries.ts';

/** Adds the addition or removal of a relation to timelines. */
export async function insertChanges(
  tx: Tx,
  changes: readonly { bugId: string; kind: RelationKind; number: number }[],
  { by, at, isAdded }: { by: string; at: string; isAdded: boolean },
): Promise<void> {
  const rows = changes.map(({ bugId, kind, number }) => ({
    id: newId(),
    bug_id: bugId,
    at,
    changed_by: by,
    kind,
    is_added: isAdded ? 1 : 0,
    other_number: number,
  }));
  await tx.insertInto('relation_changes').values(rows).execute();
}

/** Changes of relations as entries of timelines. */
export const relationEntries: TimelineSource = {
  table: 'relation_changes',
  columns: { at: 'at', text: 'kind' },
  async read(db, ids) {
    const rows = await db
      .selectFrom('relation_changes as changes')
      .innerJoin('users', 'users.id', 'changes.changed_by')
      .leftJoin('bugs', 'bugs.number', 'changes.other_number')
      .select([
        'changes.id as _id',
        'changes.at',
        'changes.kind',
        'changes.is_added',
        'changes.other_number',
        'users.id as by_id',
        'users.name as by_name',
        'bugs.id',
        'bugs.title',
        'bugs.status',
      ])
      .where(engineOf(db).isAmong('changes.id', JSON.stringify(ids), 'uuid'))
      .execute();
    return rows.map(({ _id, at, kind, is_added: isAdded, other_number: number, ...row }) => {
      const { id, title, status } = row;
      const relation = {
        _id,
        at,
        by: { _id: row.by_id, name: row.by_name },
        kind,
        isAdded: isAdded === 1,
        number,
        bug: id === null ? null : referenceOf({ id, number, title: title ?? '', status: status ?? 0 }),
      };
      return { kind: 'relation', _id, at, relation };
    });
  },
};
