import { type RawBuilder, sql } from 'kysely';
import { bugKinds, namesInQueries } from '#contract/bugs/bug-fields.ts';
import { compiledWrite } from '#server/engine/compiled.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Tx } from '#server/engine/schema.ts';
import { type CommitStore, atCommit } from '#server/engine/transaction.ts';

/**
 * The revision of a row of `bugs`: a string that differs after each change of the bug's JSON. It consists of the bug's
 * version, the number of changes to what does not raise the version (such as the number of comments), and the number of
 * changes to anything that bugs show by name.
 */
export const bugRevision: RawBuilder<string> = sql<string>`(bugs.version || '.' ||
  coalesce((select sum(revision) from bug_revisions where bug_revisions.bug_id = bugs.id), 0) || '.' ||
  (select value from counters where name = 'names'))`;

/** Raises the revisions that a live change affects: that of one bug, or those of all bugs if a name has changed. */
export function raiseFor(tx: Tx, { kind, id }: { readonly kind: string; readonly id: string }): void {
  // A change of kind `bug` has raised the version.
  if (bugKinds.has(kind) && kind !== 'bug') raiseRevision(tx, id);
  if (namesInQueries.includes(kind)) raiseAllRevisions(tx);
}

/** Raises the revisions of all bugs, after many of them have changed without a new version. */
export function raiseAllRevisions(tx: Tx): void {
  atCommit(tx, names, undefined);
}

/** Raises the revision of a bug that has changed without a new version. */
export function raiseRevision(tx: Tx, bugId: string): void {
  atCommit(tx, revisions, bugId);
}

const raise = compiledWrite<{ id: string }>((tx, value) =>
  tx
    .insertInto('bug_revisions')
    .columns(['bug_id', 'shard', 'revision'])
    // Inserts nothing for a bug that the same transaction deletes.
    .expression(
      tx
        .selectFrom('bugs')
        .select(['bugs.id', engineOf(tx).shard.as('shard'), sql<number>`1`.as('revision')])
        .where('bugs.id', '=', value('id')),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['bug_id', 'shard'])
        .doUpdateSet((eb) => ({ revision: eb('bug_revisions.revision', '+', 1) })),
    ),
);

const revisions: CommitStore<string> = {
  name: 'bug revisions',
  async write(tx, ids) {
    // Always in the same order, to avoid deadlocks.
    await Promise.all([...new Set(ids)].toSorted().map((id) => raise(tx, { id })));
  },
};

const names: CommitStore<undefined> = {
  name: 'names',
  write: (tx) =>
    tx
      .updateTable('counters')
      .set((eb) => ({ value: eb('value', '+', 1) }))
      .where('name', '=', 'names')
      .execute(),
};
