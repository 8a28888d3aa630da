import { sql } from 'kysely';
import { foldsOf, commentFolds } from './folds.ts';
import { engineOf } from './dialect.ts';
import type { Tx } from './schema.ts';
import type { Store } from './store.ts';

/** The counter that a migration sets to the highest number of the bugs whose texts have to be folded again. */
const counter = 'bugs to fold';
/** How many bugs one transaction folds, and how many comments it reads at a time. */
const atOnce = 1_000;
/** If more than this many of these bugs change, the search index is rebuilt instead of updated. */
const many = 200;
/** After how many bugs the progress is logged. */
const logged = 20_000;

/**
 * Folds stored texts again if a migration requested it, starting with the newest bugs. Each transaction also records
 * what is left, so that an interrupted start continues there, and several instances share the work: all wait until it
 * is done.
 */
export async function refold(store: Store, onNotice: (line: string) => void): Promise<void> {
  for (let due = Infinity; due > 0;) {
    const left = await store.bulkWrite(refoldNext);
    if (left > 0 && (due === Infinity || Math.ceil(due / logged) > Math.ceil(left / logged)))
      onNotice(`The texts of bugs up to #${left} are being prepared for the search`);
    due = left;
  }
}

/**
 * Folds the next bugs. Returns the highest number of the bugs that are left, 0 if there are none. Instances take turns.
 */
async function refoldNext(tx: Tx): Promise<number> {
  const { beforeMigrating, beforeFilling, withSearchIndex, afterFilling } = engineOf(tx);
  for (const statement of beforeMigrating) await statement.execute(tx);
  const row = await tx.selectFrom('counters').select('value').where('name', '=', counter).executeTakeFirst();
  if (!row) return 0;
  for (const statement of beforeFilling) await statement.execute(tx);
  const range = { above: Math.max(0, row.value - atOnce), most: row.value };
  await refoldBugs(tx, range);
  await refoldComments(tx, range);
  await refoldValues(tx, range);
  if (range.above > 0) {
    await tx.updateTable('counters').set({ value: range.above }).where('name', '=', counter).execute();
    return range.above;
  }
  for (const statement of [...withSearchIndex, ...afterFilling(['bugs', 'comments'])])
    await statement.execute(tx);
  await tx.deleteFrom('counters').where('name', '=', counter).execute();
  return 0;
}

interface Range {
  readonly above: number;
  readonly most: number;
}

/** Whether a text has other than ASCII characters: only such a text can be folded differently. */
const hasOthersThanAscii = (column: string) =>
  sql<boolean>`octet_length(${sql.ref(column)}) <> length(${sql.ref(column)})`;

/**
 * The maximum length of the texts that one statement updates, in UTF-16 code units; a longer row has its own statement.
 */
const maxTexts = 1_000_000;

/** Updates many rows with few statements, because on SQLite, FTS5 writes its index with each statement. */
async function updateRows(
  tx: Tx,
  rows: readonly Readonly<Record<string, string | number | null>>[],
  {
    table,
    key,
  }: { table: 'bugs' | 'comments'; key: { readonly name: string; readonly type: 'integer' | 'uuid' } },
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== key.name);
  const types = {
    [key.name]: key.type,
    ...Object.fromEntries(columns.map((name) => [name, 'text' as const])),
  };
  const set = sql.join(columns.map((name) => sql`${sql.id(name)} = found.${sql.id(name)}`));
  for (let first = 0; first < rows.length;) {
    let [end, size] = [first, 0];
    while (end < rows.length && (end === first || size < maxTexts)) {
      size += Object.values(rows[end] ?? {}).reduce<number>((sum, value) => sum + String(value).length, 0);
      end += 1;
    }
    const given = engineOf(tx).rowsIn(JSON.stringify(rows.slice(first, end)), types);
    await sql`update ${sql.table(table)} set ${set} from ${given} as found
      where ${sql.ref(`${table}.${key.name}`)} = found.${sql.id(key.name)}`.execute(tx);
    first = end;
  }
}

async function refoldBugs(tx: Tx, { above, most }: Range): Promise<void> {
  const rows = await tx
    .selectFrom('bugs')
    .select(['number', 'title', 'description', 'title_fold', 'description_fold'])
    .where('number', '>', above)
    .where('number', '<=', most)
    .where(({ or }) => or([hasOthersThanAscii('title'), hasOthersThanAscii('description')]))
    .execute();
  const changed = rows.flatMap((row) => {
    const [title, description] = [foldsOf(row.title), foldsOf(row.description)];
    const isAsStored = title.folded === row.title_fold && description.folded === row.description_fold;
    if (isAsStored && title.marked === null && description.marked === null) return [];
    return {
      number: row.number,
      title_fold: title.folded,
      description_fold: description.folded,
      title_marked: title.marked,
      description_marked: description.marked,
    };
  });
  if (changed.length > many)
    for (const statement of engineOf(tx).withoutSearchIndex) await statement.execute(tx);
  await updateRows(tx, changed, { table: 'bugs', key: { name: 'number', type: 'integer' } });
}

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
    const changed = rows.flatMap(({ id, body, body_fold: before, mailed }) => {
      const folds = commentFolds(body, mailed ?? undefined);
      return folds.body_fold === before && folds.body_marked === null ? [] : { id, ...folds };
    });
    await updateRows(tx, changed, { table: 'comments', key: { name: 'id', type: 'uuid' } });
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
