import { sql } from 'kysely';
import { foldsOf, commentFolds } from './folds.ts';
import { compiledWrite } from './compiled.ts';
import { engineOf } from './dialect.ts';
import type { Schema, Tx } from './schema.ts';
import type { Store } from './store.ts';

/** The counter that a migration sets to the highest number of the bugs whose texts have to be folded again. */
const counter = 'bugs to fold';
/** How many bugs, and how many comments at a time, one transaction folds. */
const atOnce = 1_000;
/** After how many bugs the progress is logged. */
const logged = 20_000;

/**
 * Folds stored texts again, if a migration has asked for it, from the newest bugs on. Each transaction also notes what is
 * left, so that an interrupted start continues there, and several instances share the work: all wait until it is done.
 */
export async function refold(store: Store, onNotice: (line: string) => void): Promise<void> {
  for (let due = Infinity; due > 0;) {
    const left = await store.bulkWrite(refoldNext);
    if (left > 0 && (due === Infinity || Math.ceil(due / logged) > Math.ceil(left / logged)))
      onNotice(`The texts of bugs up to #${left} are being prepared for the search`);
    due = left;
  }
}

/** Folds the next bugs, and returns the highest number of those that are left; 0 if there are none. */
async function refoldNext(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('counters')
    .select('value')
    .where('name', '=', counter)
    .$if(engineOf(tx).transactionsOverlap, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) return 0;
  const { beforeFilling, afterFilling } = engineOf(tx);
  for (const statement of beforeFilling) await statement.execute(tx);
  const range = { above: Math.max(0, row.value - atOnce), most: row.value };
  await refoldBugs(tx, range);
  await refoldComments(tx, range);
  await refoldValues(tx, range);
  if (range.above > 0) {
    await tx.updateTable('counters').set({ value: range.above }).where('name', '=', counter).execute();
    return range.above;
  }
  for (const statement of afterFilling(['bugs', 'comments'])) await statement.execute(tx);
  await tx.deleteFrom('counters').where('name', '=', counter).execute();
  return 0;
}

interface Range {
  readonly above: number;
  readonly most: number;
}

/** Only these can be folded in another way. */
const hasOthersThanAscii = (column: string) =>
  sql<boolean>`octet_length(${sql.ref(column)}) <> length(${sql.ref(column)})`;

type BugTexts = Pick<
  Schema['bugs'],
  'number' | 'title_fold' | 'description_fold' | 'title_marked' | 'description_marked'
>;

const updateBug = compiledWrite<BugTexts>((tx, value) =>
  tx
    .updateTable('bugs')
    .set({
      title_fold: value('title_fold'),
      description_fold: value('description_fold'),
      title_marked: value('title_marked'),
      description_marked: value('description_marked'),
    })
    .where('number', '=', value('number')),
);

async function refoldBugs(tx: Tx, { above, most }: Range): Promise<void> {
  const rows = await tx
    .selectFrom('bugs')
    .select(['number', 'title', 'description', 'title_fold', 'description_fold'])
    .where('number', '>', above)
    .where('number', '<=', most)
    .where(({ or }) => or([hasOthersThanAscii('title'), hasOthersThanAscii('description')]))
    .execute();
  await Promise.all(
    rows.map(async (row) => {
      const [title, description] = [foldsOf(row.title), foldsOf(row.description)];
      const isAsStored = title.folded === row.title_fold && description.folded === row.description_fold;
      if (isAsStored && title.marked === null && description.marked === null) return;
      await updateBug(tx, {
        number: row.number,
        title_fold: title.folded,
        description_fold: description.folded,
        title_marked: title.marked,
        description_marked: description.marked,
      });
    }),
  );
}

const updateComment = compiledWrite<Pick<Schema['comments'], 'id' | 'body_fold' | 'body_marked'>>(
  (tx, value) =>
    tx
      .updateTable('comments')
      .set({ body_fold: value('body_fold'), body_marked: value('body_marked') })
      .where('id', '=', value('id')),
);

async function refoldComments(tx: Tx, { above, most }: Range): Promise<void> {
  const found = tx
    .selectFrom('bugs')
    .innerJoin('comments', 'comments.bug_id', 'bugs.id')
    .leftJoin('mailed_texts', (on) =>
      on.onRef('mailed_texts.comment_id', '=', 'comments.id').on('mailed_texts.is_trimmed', '=', 1),
    )
    .where(({ or, eb }) =>
      or([hasOthersThanAscii('comments.body'), eb('mailed_texts.text', 'is not', null)]),
    );
  const ids = await found
    .select('comments.id')
    .where('bugs.number', '>', above)
    .where('bugs.number', '<=', most)
    .execute();
  // A bug may have many comments.
  for (let first = 0; first < ids.length; first += atOnce) {
    const some = JSON.stringify(ids.slice(first, first + atOnce).map(({ id }) => id));
    const rows = await found
      .select(['comments.id', 'comments.body', 'comments.body_fold', 'mailed_texts.text as mailed'])
      .where(engineOf(tx).isAmong('comments.id', some, 'uuid'))
      .execute();
    await Promise.all(
      rows.map(async ({ id, body, body_fold: before, mailed }) => {
        const folds = commentFolds(body, mailed ?? undefined);
        if (folds.body_fold !== before || folds.body_marked !== null)
          await updateComment(tx, { id, ...folds });
      }),
    );
  }
}

async function refoldValues(tx: Tx, { above, most }: Range): Promise<void> {
  const rows = await tx
    .selectFrom('bugs')
    .innerJoin('bug_custom_values as v', 'v.bug_id', 'bugs.id')
    .select(['v.bug_id', 'v.field_id', 'v.part', 'v.text_value', 'v.text_fold'])
    .where('bugs.number', '>', above)
    .where('bugs.number', '<=', most)
    .where(hasOthersThanAscii('v.text_value'))
    .execute();
  for (const { bug_id: bugId, field_id: fieldId, part, text_value: text, text_fold: before } of rows) {
    const { folded } = foldsOf(text ?? '');
    if (folded === before) continue;
    await tx
      .updateTable('bug_custom_values')
      .set({ text_fold: folded })
      .where('bug_id', '=', bugId)
      .where('field_id', '=', fieldId)
      .where('part', '=', part)
      .execute();
  }
}
