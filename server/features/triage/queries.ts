import { type RawBuilder, sql } from 'kysely';
import type { AskedQuestion, Question } from '#contract/bugs/triage-fields.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { BugIds } from '#server/engine/bugs/bugs.ts';
import type { Db, Tx } from '#server/engine/schema.ts';

/** Stores whether a bug is triaged. */
export async function setTriaged(tx: Tx, id: string, isTriaged: boolean): Promise<void> {
  await tx
    .updateTable('bugs')
    .set({ triaged: isTriaged ? 1 : null })
    .where('id', '=', id)
    .execute();
}

/** The question of the row `bugs`, as JSON: an array that holds it, or nothing. */
export function questionOfBug(db: Db): RawBuilder<string> {
  const questions = engineOf(db).jsonArrayOf(
    {
      text: 'bug_questions.text',
      by: 'bug_questions.asked_by',
      name: 'asker.name',
      at: 'bug_questions.asked_at',
    },
    'bug_questions.bug_id',
  );
  return sql<string>`(select ${questions} from bug_questions join users as asker on asker.id = bug_questions.asked_by
    where bug_questions.bug_id = bugs.id)`;
}

export const hasNoQuestion = sql<boolean>`not exists (
  select 1 from bug_questions where bug_questions.bug_id = bugs.id)`;

/** The bugs with an open question. */
export const bugsWithQuestions: BugIds = sql`select bug_id from bug_questions`;

interface QuestionRow extends AskedQuestion {
  name: string;
}

/** The question in the JSON of `questionOfBug`. */
export function questionIn(json: string): Question | null {
  const [row] = JSON.parse(json) as QuestionRow[];
  if (!row) return null;
  const { text, by, name, at } = row;
  // In the API's format of times: PostgreSQL's JSON has another one.
  return { text, by: { _id: by, name }, at: new Date(at).toISOString() };
}

/** A question with the name of the user who asked it. */
export function questionFrom(
  asked: AskedQuestion | null,
  people: ReadonlyMap<string, UserRef>,
): Question | null {
  return (
    asked && { text: asked.text, by: { _id: asked.by, name: people.get(asked.by)?.name ?? '' }, at: asked.at }
  );
}

export async function setQuestion(tx: Tx, bugId: string, { text, by, at }: AskedQuestion): Promise<void> {
  const question = { text, asked_by: by, asked_at: at };
  await tx
    .insertInto('bug_questions')
    .values({ bug_id: bugId, ...question })
    .onConflict((conflict) => conflict.column('bug_id').doUpdateSet(question))
    .execute();
}

export async function removeQuestion(tx: Tx, bugId: string): Promise<void> {
  await tx.deleteFrom('bug_questions').where('bug_id', '=', bugId).execute();
}

/** The reporter of a bug, and the user who asked the open question; undefined if there is no bug. */
export async function findAsked(
  db: Db,
  bugId: string,
): Promise<{ reporterId: string; askerId: string | null } | undefined> {
  return db
    .selectFrom('bugs')
    .leftJoin('bug_questions', 'bug_questions.bug_id', 'bugs.id')
    .select(['bugs.created_by as reporterId', 'bug_questions.asked_by as askerId'])
    .where('bugs.id', '=', bugId)
    .executeTakeFirst();
}

/** The bugs whose snooze in a user's triage ends after `now`. */
export async function listSnoozes(
  db: Db,
  userId: string,
  now: string,
): Promise<{ bug: string; until: string }[]> {
  return db
    .selectFrom('triage_snoozes')
    .select(['bug_id as bug', 'until'])
    .where('user_id', '=', userId)
    .where('until', '>', now)
    .orderBy('until')
    .execute();
}

/** Snoozes a bug in a user's triage, or ends the snooze if `until` is null. Deletes the user's snoozes that have ended. */
export async function storeSnooze(
  tx: Tx,
  { userId, bugId, until, now }: { userId: string; bugId: string; until: string | null; now: string },
): Promise<void> {
  // Ended snoozes, so that the list stays short.
  await tx
    .deleteFrom('triage_snoozes')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('until', '<=', now), eb('bug_id', '=', bugId)]))
    .execute();
  if (until === null) return;
  await tx
    .insertInto('triage_snoozes')
    .values({ user_id: userId, bug_id: bugId, until })
    .onConflict((conflict) => conflict.columns(['user_id', 'bug_id']).doUpdateSet({ until }))
    .execute();
}

/** Whether the row `bugs` is open and not accepted, as in the index `bugs_to_triage`, and has no open question. */
const waits = sql<boolean>`bugs.triaged is null and bugs.status = 0 and ${hasNoQuestion}`;

/** How many bugs wait for a user's triage, at most `limit`, and the highest number of all that wait. */
export async function countWaiting(
  db: Db,
  { userId, now, limit }: { userId: string; now: string; limit: number },
): Promise<{ count: number; newest: number | null }> {
  const snoozed = db
    .selectFrom('triage_snoozes')
    .select('bug_id')
    .where('user_id', '=', userId)
    .where('until', '>', now);
  const waiting = db
    .selectFrom('bugs')
    .select('number')
    .where(waits)
    .where('id', 'not in', snoozed)
    .limit(limit);
  const [counted, newest] = await Promise.all([
    db
      .selectFrom(waiting.as('waiting'))
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow(),
    db.selectFrom('bugs').select('number').where(waits).orderBy('number', 'desc').limit(1).executeTakeFirst(),
  ]);
  return { count: Number(counted.count), newest: newest?.number ?? null };
}

/** Accepts up to `limit` of the bugs that wait, oldest first, up to the number `upTo`. Returns how many. */
export async function acceptWaiting(tx: Tx, upTo: number, limit: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('bugs')
    .set({ triaged: 1 })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('bugs').select('id').where(waits).where('number', '<=', upTo).orderBy('number').limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
