import { type RawBuilder, sql } from 'kysely';
import { statuses } from '#contract/bugs/bug-fields.ts';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { CountedField, StoredField } from '#server/extensions/bug-field.ts';
import { bugRevision } from '#server/engine/bugs/bug-revisions.ts';
import type { Revision, SentBug } from '#server/engine/bugs/bug-cache.ts';
import { type ValueOf, compiled } from '#server/engine/compiled.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { Lookup } from '#server/engine/lookup.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { beforeCommit } from '#server/engine/transaction.ts';
import { type BugRow, columnFields } from './columns.ts';

type Row = BugRow & { revision: string } & Record<string, unknown>;
type Kinds = Readonly<Record<string, string>>;
type Size = { size: number | string | null };
type Condition<V> = (db: Db, value: ValueOf<V>, kinds: Kinds) => RawBuilder<boolean>;

const hasId: Condition<{ id: string }> = (_db, value) => sql`bugs.id = ${value('id')}`;
const hasOneOfIds: Condition<{ ids: string }> = (db, value) =>
  engineOf(db).isAmong('bugs.id', value('ids'), 'uuid');

/** Reads bugs with all their fields, including those of features. */
export class BugReader {
  readonly #stored: readonly StoredField[];
  readonly #counted: readonly CountedField[];
  readonly #readBug;
  readonly #selectSize;
  /** Looks up by id which bug to send, and at which revision. */
  readonly current: Lookup<Revision>;
  /** Looks bugs up by id, as they are sent. */
  readonly sent: Lookup<SentBug>;

  constructor(stored: readonly StoredField[], counted: readonly CountedField[]) {
    this.#stored = stored;
    this.#counted = counted;
    this.#readBug = this.#reading<{ id: string }>(hasId);
    this.current = currentLookup();
    this.sent = this.#sentLookup();
    this.#selectSize = compiled<{ numbers: string }, Size>((db, value) =>
      this.#size(db).where(engineOf(db).isAmong('bugs.number', value('numbers'), 'integer')),
    );
  }

  /** Creates a statement that reads the bugs that meet a condition, which depends on the kinds of filters. */
  sending<V extends object>(
    condition: Condition<V>,
  ): (db: Db, values: V, kinds?: Kinds) => Promise<SentBug[]> {
    const read = this.#reading(condition);
    return async (db, values, kinds = {}) =>
      (await read(db, values, kinds)).map((row) => ({
        id: row.id,
        number: row.number,
        revision: row.revision,
        version: row.version,
        json: Buffer.from(JSON.stringify(this.#toBug(row))),
      }));
  }

  #reading<V extends object>(condition: Condition<V>) {
    return compiled<V, Row, Kinds>((db, value, kinds) => this.#select(db).where(condition(db, value, kinds)));
  }

  async find(db: Db, id: string): Promise<Bug | undefined> {
    const [row] = await this.#readBug(db, { id }, {});
    return row && this.#toBug(row);
  }

  /** The bugs with these ids, except those with more than `maxBytes` of text. Takes at least one id. */
  async findSmall(db: Db, ids: readonly string[], maxBytes: number): Promise<Bug[]> {
    // One parameter for each id: with a JSON array of ids, PostgreSQL scans the whole table unless it is large.
    const rows = await this.#select(db)
      .where('bugs.id', 'in', ids)
      .where(this.#sizeOfTexts(db), '<=', maxBytes)
      .execute();
    return rows.map((row) => this.#toBug(row));
  }

  /** The total size of these bugs' texts, in bytes. */
  async sizeOf(db: Db, numbers: readonly number[]): Promise<number> {
    const [row] = await this.#selectSize(db, { numbers: JSON.stringify(numbers) });
    return Number(row?.size ?? 0);
  }

  #sentLookup() {
    const one = this.sending<{ id: string }>(hasId);
    const many = this.sending<{ ids: string }>(hasOneOfIds);
    return new Lookup<SentBug>({
      one: async (db, id) => (await one(db, { id }))[0],
      many: async (db, ids) => {
        const bugs = await many(db, { ids: JSON.stringify(ids) });
        return new Map(bugs.map((bug) => [bug.id, bug]));
      },
    });
  }

  /** The bug, locked until the transaction ends. */
  async findToChange(tx: Tx, id: string): Promise<Bug | undefined> {
    // Locked before it is read: a statement that waits for the lock sees the new row, but an old state of other tables.
    if (engineOf(tx).transactionsOverlap)
      beforeCommit(tx, tx.selectFrom('bugs').select('id').where('id', '=', id).forUpdate().execute());
    return this.find(tx, id);
  }

  /** Selects bugs with their users' names. Each join finds exactly one user; a left join keeps the order. */
  #select(db: Db) {
    return db
      .selectFrom('bugs')
      .leftJoin('users as creator', 'creator.id', 'bugs.created_by')
      .leftJoin('users as assignee', 'assignee.id', 'bugs.assigned_to')
      .select([
        'bugs.id',
        'bugs.number',
        'bugs.title',
        'bugs.description',
        'bugs.status',
        'bugs.priority',
        'bugs.assigned_to',
        'assignee.name as assignee_name',
        'bugs.created_by',
        'creator.name as creator_name',
        'bugs.created_at',
        'bugs.updated_at',
        'bugs.version',
        bugRevision.as('revision'),
      ])
      .select(this.#stored.map((field) => field.select(db).as(field.name)))
      .select(this.#counted.map((field) => field.select(db).as(field.name)))
      .select(
        sql<number | null>`(select rank from card_positions where card_positions.bug_id = bugs.id)`.as(
          'rank',
        ),
      );
  }

  #toBug(row: Row): Bug {
    return {
      _id: row.id,
      number: row.number,
      ...Object.fromEntries(columnFields.map((field) => [field.name, field.valueOf(row)])),
      ...Object.fromEntries(this.#stored.map((field) => [field.name, field.read(row[field.name] as string)])),
      ...Object.fromEntries(this.#counted.map(({ name }) => [name, row[name]])),
      rank: row['rank'] ?? undefined,
      createdBy: { _id: row.created_by, name: row.creator_name ?? '' },
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      version: row.version,
    } as Bug;
  }

  #size(db: Db) {
    return db.selectFrom('bugs').select(sql<Size['size']>`sum(${this.#sizeOfTexts(db)})`.as('size'));
  }

  /** The size of a bug's texts, in bytes. */
  #sizeOfTexts(db: Db) {
    const long = this.#stored.filter(({ hasLongTexts }) => hasLongTexts);
    const sizes = [
      sql`octet_length(bugs.title) + octet_length(bugs.description)`,
      ...long.map((field) => sql`coalesce(octet_length(cast(${field.select(db)} as text)), 0)`),
    ];
    return sql<number>`(${sql.join(sizes, sql` + `)})`;
  }
}

function currentLookup(): Lookup<Revision> {
  const selecting = <V extends object>(condition: Condition<V>) =>
    compiled<V, Revision & { id: string }>((db, value) =>
      db
        .selectFrom('bugs')
        .select(['bugs.id', 'bugs.number', bugRevision.as('revision')])
        .where(condition(db, value, {})),
    );
  const one = selecting<{ id: string }>(hasId);
  const many = selecting<{ ids: string }>(hasOneOfIds);
  return new Lookup({
    one: async (db, id) => (await one(db, { id }))[0],
    many: async (db, ids) => {
      const rows = await many(db, { ids: JSON.stringify(ids) });
      return new Map(rows.map((row) => [row.id, row]));
    },
  });
}

/** References to the bugs with these numbers, except those that do not exist. */
export async function referencesTo(db: Db, numbers: readonly number[]): Promise<BugReference[]> {
  const rows = await db
    .selectFrom('bugs')
    .select(['id', 'number', 'title', 'status'])
    .where(engineOf(db).isAmong('bugs.number', JSON.stringify(numbers), 'integer'))
    .orderBy('number')
    .execute();
  return rows.map(({ id, number, title, status }) => ({
    _id: id,
    number,
    title,
    status: statuses[status] ?? 'open',
  }));
}
