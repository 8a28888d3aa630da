import { type RawBuilder, sql } from 'kysely';
import type { UserRef } from '#contract/accounts/users.ts';
import { type BugIds, numberOf } from '#server/engine/bugs/bugs.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { beforeCommit } from '#server/engine/transaction.ts';
import type { LookedUp } from '#server/extensions/bug-field.ts';
import type { FieldFilter } from '#server/finding/field.ts';
import type { AppError } from '#server/http/errors.ts';

/* Fields of bugs that hold definitions by admins. */

interface Ref {
  readonly _id: string;
  readonly name: string;
}

/** A definition that a bug gets, or had. */
export interface Candidate<R extends Ref> {
  readonly ref: R;
  /** Whether bugs can get it. */
  readonly isUsable: boolean;
  /** The definition that took its bugs, if it was merged. */
  readonly mergedInto?: string | null;
  /** The assignee of new bugs with it. */
  readonly assignee?: UserRef | undefined;
}

/**
 * Reads the definitions with these ids in the order of their kind, including deleted ones. `isLocked` prevents changes
 * to them until the transaction ends.
 */
type Candidates<R extends Ref> = (
  db: Db,
  ids: readonly string[],
  isLocked: boolean,
) => Promise<readonly Candidate<R>[]>;

/** A table that links bugs to definitions. */
export interface Link {
  readonly table: 'bug_labels' | 'bug_found_in' | 'bug_fixed_in';
  /** Its column with the id of the definition. */
  readonly key: 'label_id' | 'version_id';
}

/** A field that holds several definitions, linked to the bug. `refuse` makes the error for one that bugs cannot get. */
export function fieldOfMany<R extends Ref>(link: Link, candidates: Candidates<R>, refuse: () => AppError) {
  return {
    read: (json: string) => JSON.parse(json) as R[],
    async lookUp(tx: Tx, ids: readonly string[]): Promise<LookedUp<string[], R[]>> {
      const all = ids.length === 0 ? [] : await candidates(tx, ids, true);
      const known = new Map(all.map((one) => [one.ref._id, one]));
      return {
        decide(before = []) {
          const isAdded = (id: string) => !before.includes(id);
          // A form may have been open while one of its definitions was merged into another one.
          const meant = ids.map((id) => (isAdded(id) ? (known.get(id)?.mergedInto ?? id) : id));
          if (meant.some((id) => isAdded(id) && known.get(id)?.isUsable !== true)) throw refuse();
          return [...new Set(meant)].toSorted();
        },
        valueOf: (input) => refsOf(all, input),
      };
    },
    store(
      tx: Tx,
      bugId: string,
      change: { input: readonly string[]; before: readonly string[] | undefined },
    ) {
      const { input, before = [] } = change;
      const removed = before.filter((id) => !input.includes(id));
      const added = input.filter((id) => !before.includes(id));
      if (removed.length > 0) beforeCommit(tx, unlink(tx, link, bugId, removed));
      if (added.length > 0) beforeCommit(tx, addLinks(tx, link, bugId, added));
    },
    async present(db: Db, inputs: readonly (readonly string[])[]) {
      const ids = [...new Set(inputs.flat())];
      const all = ids.length === 0 ? [] : await candidates(db, ids, false);
      return inputs.map((input) => refsOf(all, input));
    },
  };
}

/** A field that holds at most one definition. `refuse` makes the error for one that bugs cannot get. */
export function fieldOfOne<R extends Ref>(candidates: Candidates<R>, refuse: () => AppError) {
  return {
    /** The JSON is an array. */
    read: (json: string) => (JSON.parse(json) as R[])[0] ?? null,
    async lookUp(tx: Tx, id: string | null): Promise<LookedUp<string | null, R | null>> {
      const [known] = id === null ? [] : await candidates(tx, [id], true);
      return {
        decide() {
          if (id !== null && known?.isUsable !== true) throw refuse();
          return id;
        },
        valueOf: (input) => (input === null ? null : (known?.ref ?? null)),
        assignee: known?.assignee,
      };
    },
    async present(db: Db, inputs: readonly (string | null)[]) {
      const ids = [...new Set(inputs.filter((id) => id !== null))];
      const all = ids.length === 0 ? [] : await candidates(db, ids, false);
      const refs = new Map(all.map(({ ref }) => [ref._id, ref]));
      return inputs.map((id) => (id === null ? null : (refs.get(id) ?? null)));
    },
  };
}

function refsOf<R extends Ref>(all: readonly Candidate<R>[], ids: readonly string[]): R[] {
  return all.map(({ ref }) => ref).filter(({ _id }) => ids.includes(_id));
}

async function unlink(tx: Tx, { table, key }: Link, bugId: string, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom(table).where('bug_id', '=', bugId).where(sql.ref(key), 'in', ids).execute();
}

async function addLinks(tx: Tx, { table, key }: Link, bugId: string, ids: readonly string[]): Promise<void> {
  await tx
    .insertInto(table)
    .values(ids.map((id) => ({ bug_id: bugId, number: numberOf(bugId), [key]: id })))
    // A merge, which does not lock the bug, may have added one since the bug was read.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Stores the only row of a bug in a table; null deletes it. */
export async function setRow(
  tx: Tx,
  table: 'bug_fixed_in' | 'bug_resolutions',
  bugId: string,
  row: { version_id: string; number: RawBuilder<number> } | { resolution: number } | null,
): Promise<void> {
  if (row === null) await tx.deleteFrom(table).where('bug_id', '=', bugId).execute();
  else
    await tx
      .insertInto(table)
      .values({ bug_id: bugId, ...row })
      .onConflict((conflict) => conflict.column('bug_id').doUpdateSet(row))
      .execute();
}

/** The definitions of the row `bugs`, as JSON: an array of objects with these columns. */
export function linked(
  db: Db,
  { table, key }: Link,
  of: 'labels' | 'versions',
  { columns, order }: { columns: Readonly<Record<string, string>>; order: string },
): RawBuilder<string> {
  return sql<string>`(select ${engineOf(db).jsonArrayOf(columns, order)} from ${sql.table(table)} as link
    join ${sql.table(of)} on ${sql.ref(`${of}.id`)} = ${sql.ref(`link.${key}`)} where link.bug_id = bugs.id)`;
}

/** The bugs that have any definition. */
export const havingAny = ({ table }: Link): BugIds => sql`select bug_id from ${sql.table(table)}`;

/** The filter by one or more definitions, or `none`. */
export function filterBy({ table, key }: Link): FieldFilter {
  const column = `link.${key}`;
  const links = (db: Db, kind: string, value: RawBuilder<unknown>) =>
    sql`${sql.table(table)} as link where ${
      kind === 'is' ? sql`${sql.ref(column)} = ${value}` : engineOf(db).isAmong(column, value, 'uuid')
    }`;
  return {
    conditionOf(given) {
      if (given === 'none') return { kind: 'none', value: '' };
      const [only = '', ...others] = new Set(String(given).split(','));
      return others.length === 0
        ? { kind: 'is', value: only }
        : { kind: 'any', value: JSON.stringify([only, ...others]) };
    },
    where: (db, kind, value) =>
      kind === 'none'
        ? hasNone(table)
        : sql<boolean>`exists (select 1 from ${links(db, kind, value)} and link.number = bugs.number)`,
    numbers(db, kind, value) {
      if (kind === 'none') return undefined;
      return kind === 'is'
        ? { rows: sql`select link.number from ${links(db, kind, value)}`, isSorted: true }
        : { rows: sql`select distinct link.number from ${links(db, kind, value)}`, isSorted: false };
    },
  };
}

/** Whether the row `bugs` has no row in a table. */
export function hasNone(table: Link['table'] | 'bug_resolutions'): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from ${sql.table(table)} as link where link.bug_id = bugs.id)`;
}
