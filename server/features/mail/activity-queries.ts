import { type ExpressionBuilder, sql } from 'kysely';
import { isSameInput } from '#contract/bugs/field.ts';
import type { CustomInput } from '#contract/classification/custom-field.ts';
import type { CustomKind } from '#contract/classification/custom-fields.ts';
import { id as idSchema } from '#contract/text.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Schema } from '#server/engine/schema.ts';
import { peopleWithIds } from '#server/people.ts';

/** The maximum number of activities in a message; the rest is on the bug's page. */
const maxEvents = 30;

/** A change of one field, with the names of users for ids. */
export interface FieldChange {
  readonly field: string;
  readonly from: string;
  readonly to: string;
  /** The changed fields that admins have defined. */
  readonly custom?: readonly CustomChange[] | undefined;
}

/** A change of a value in a field that admins define, with the present names of the field, its options and users. */
export interface CustomChange {
  readonly name: string;
  readonly kind: CustomKind;
  /** Null for no value. */
  readonly from: CustomWord | null;
  readonly to: CustomWord | null;
}

/** A value with the names of options and users. */
type CustomWord = string | number | boolean;

/** An activity of a user on a bug. */
export type MailEvent = { readonly at: string; readonly by: string } & (
  | { readonly kind: 'filed'; readonly text: string }
  | { readonly kind: 'changed'; readonly changes: readonly FieldChange[] }
  | { readonly kind: 'asked'; readonly text: string }
  | { readonly kind: 'commented'; readonly text: string; readonly commentId: string }
);

export interface MailBug {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  /** The title with which it was filed: mail programs group conversations by it. */
  readonly firstTitle: string;
}

/** The bug; undefined where it is deleted. */
export async function findBug(db: Db, id: string): Promise<MailBug | undefined> {
  const bug = await db
    .selectFrom('bugs')
    .select(['id', 'number', 'title'])
    .where('id', '=', id)
    .executeTakeFirst();
  return bug && { ...bug, firstTitle: (await findFirstTitle(db, id)) ?? bug.title };
}

async function findFirstTitle(db: Db, bugId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('history')
    .select('changes')
    .where('bug_id', '=', bugId)
    // The same expression as in the index `history_of_titles`, which has only such entries.
    .where(sql<boolean>`changes like '%"field":"title"%'`)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst();
  const change = row && changesIn(row.changes).find(({ field }) => field === 'title');
  return typeof change?.from === 'string' ? change.from : undefined;
}

interface StoredChange {
  field: string;
  /** Undefined where the change is read without them. */
  from: unknown;
  to: unknown;
}

function changesIn(json: string): StoredChange[] {
  return JSON.parse(json) as StoredChange[];
}

interface Range {
  readonly bugId: string;
  /** The user whose own activity is omitted. */
  readonly userId: string;
  readonly from: string;
  readonly until: string;
}

/** The activity of others on the bug from one moment to another, oldest first, without deleted comments. */
export async function findEvents(db: Db, range: Range): Promise<MailEvent[]> {
  const [filed, changed, commented] = await Promise.all([
    findFiling(db, range),
    findChanges(db, range),
    findComments(db, range),
  ]);
  return [...filed, ...changed, ...commented].toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-maxEvents);
}

async function findFiling(db: Db, { bugId, userId, from, until }: Range): Promise<MailEvent[]> {
  const rows = await db
    .selectFrom('bugs')
    .innerJoin('users', 'users.id', 'bugs.created_by')
    .select(['bugs.created_at as at', 'users.name as by', 'bugs.description as text'])
    .where('bugs.id', '=', bugId)
    .where('bugs.created_by', '!=', userId)
    .where('bugs.created_at', '>=', from)
    .where('bugs.created_at', '<=', until)
    .execute();
  return rows.map((row) => ({ ...row, kind: 'filed' }));
}

/** Larger changes, in bytes, are read without descriptions: messages only say that these were changed. */
const maxChangeBytes = 10_000;

function changesForMail(db: Db) {
  const shortened = engineOf(db).changesWithout('history.changes', 'description');
  return sql<string>`case when octet_length(history.changes) > ${sql.lit(maxChangeBytes)}
    then ${shortened} else history.changes end`;
}

async function findChanges(db: Db, { bugId, userId, from, until }: Range): Promise<MailEvent[]> {
  const rows = await db
    .selectFrom('history')
    .innerJoin('users', 'users.id', 'history.changed_by')
    .select(['history.at', 'users.name as by', changesForMail(db).as('changes')])
    .where('history.bug_id', '=', bugId)
    .where('history.changed_by', '!=', userId)
    .where('history.at', '>=', from)
    .where('history.at', '<=', until)
    .orderBy('history.at', 'desc')
    .orderBy('history.id', 'desc')
    .limit(maxEvents)
    .execute();
  const stored = rows.toReversed().map(({ at, by, changes }) => ({ at, by, changes: changesIn(changes) }));
  const assignments = stored.flatMap(({ changes }) => changes.filter(({ field }) => field === 'assignedTo'));
  const people = await peopleWithIds(
    db,
    assignments.flatMap(({ from: before, to }) => [before, to]).filter((id) => typeof id === 'string'),
  );
  const ofCustom = stored.flatMap(({ changes }) => changes.filter(({ field }) => field === 'custom'));
  const custom = await customChanges(db, ofCustom);
  const shown = (field: string, value: unknown) => {
    if (typeof value !== 'string') return '';
    return field === 'assignedTo' ? (people.get(value)?.name ?? '') : value;
  };
  const asShown = (change: StoredChange) => ({
    field: change.field,
    from: shown(change.field, change.from),
    to: shown(change.field, change.to),
    custom: custom[ofCustom.indexOf(change)],
  });
  return stored.flatMap(({ at, by, changes }): MailEvent[] => {
    const texts = changes.flatMap((change) => questionIn(change) ?? []);
    const others = changes.filter((change) => questionIn(change) === undefined);
    return [
      ...texts.map((text) => ({ at, by, kind: 'asked' as const, text })),
      ...(others.length > 0 ? [{ at, by, kind: 'changed' as const, changes: others.map(asShown) }] : []),
    ];
  });
}

/** The question to the reporter that a change has added. */
function questionIn({ field, to }: StoredChange): string | undefined {
  if (field !== 'question' || typeof to !== 'object' || to === null || !('text' in to)) return undefined;
  return String(to.text);
}

type Inputs = Readonly<Record<string, CustomInput | null>>;

/** The changes of fields in each of the stored changes, in the fields' order. */
async function customChanges(
  db: Db,
  changes: readonly { readonly from: unknown; readonly to: unknown }[],
): Promise<readonly (readonly CustomChange[])[]> {
  if (changes.length === 0) return [];
  const stored = changes.map(({ from, to }) => ({ from: inputsIn(from), to: inputsIn(to) }));
  const ids = stored
    .flatMap(({ from, to }) => [...Object.values(from), ...Object.values(to)].flat())
    .filter((input): input is string => idSchema.safeParse(input).success);
  const [fields, options, people] = await Promise.all([
    db.selectFrom('custom_fields').select(['id', 'name', 'kind']).orderBy('position').orderBy('id').execute(),
    ids.length === 0
      ? []
      : db
          .selectFrom('custom_options')
          .select(['id', 'name'])
          .where('id', 'in', [...new Set(ids)])
          .execute(),
    peopleWithIds(db, ids),
  ]);
  const names = new Map([
    ...options.map((option) => [option.id, option.name] as const),
    ...Array.from(people, ([key, { name }]) => [key, name] as const),
  ]);
  const wordOf = (kind: CustomKind, input: CustomInput | null | undefined): CustomWord | null => {
    if (input === null || input === undefined) return null;
    if (Array.isArray(input)) return input.flatMap((each) => names.get(each) ?? []).join(', ');
    return kind === 'option' || kind === 'person' ? (names.get(String(input)) ?? '') : input;
  };
  return stored.map(({ from, to }) =>
    fields
      .filter((field) => !isSameInput(from[field.id], to[field.id]))
      .map(({ id: key, name, kind }) => ({
        name,
        kind,
        from: wordOf(kind, from[key]),
        to: wordOf(kind, to[key]),
      })),
  );
}

function inputsIn(stored: unknown): Inputs {
  return typeof stored === 'object' && stored !== null ? (stored as Inputs) : {};
}

async function findComments(db: Db, range: Range): Promise<MailEvent[]> {
  const { bugId, userId, from, until } = range;
  const rows = await db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.created_by')
    .select(['comments.updated_at as at', 'users.name as by', 'comments.body as text', 'comments.id'])
    .where('comments.bug_id', '=', bugId)
    .where('comments.created_by', '!=', userId)
    .where('comments.deleted_at', 'is', null)
    // Of all comments, the index finds those that were changed since.
    .where('comments.updated_at', '>=', from)
    .where((eb) =>
      eb.or([
        eb.and([eb('comments.created_at', '>=', from), eb('comments.created_at', '<=', until)]),
        eb.exists(newMention(eb, range)),
      ]),
    )
    .orderBy('comments.updated_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(maxEvents)
    .execute();
  return rows.toReversed().map(({ id, ...row }) => ({ ...row, kind: 'commented', commentId: id }));
}

/** The mention of the user in the row `comments`, where that was added in the range. Another edit is no activity. */
function newMention(eb: ExpressionBuilder<Schema, 'comments'>, { userId, from, until }: Range) {
  return eb
    .selectFrom('comment_mentions')
    .select('comment_mentions.user_id')
    .whereRef('comment_mentions.comment_id', '=', 'comments.id')
    .where('comment_mentions.user_id', '=', userId)
    .where('comment_mentions.since', '>=', from)
    .where('comment_mentions.since', '<=', until);
}
