import { type RawBuilder, sql } from 'kysely';
import type { CustomInput, CustomValue } from '#contract/classification/custom-field.ts';
import type { CustomKind } from '#contract/classification/custom-fields.ts';
import { fold } from '#contract/bugs/search.ts';
import { type BugNumbers, numberOf } from '#server/engine/bugs/bugs.ts';
import { engineOf, isWithin } from '#server/engine/dialect.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';
import type { SqlTest } from '#server/finding/field.ts';

/* The values of bugs. A single option is part 0; several options are numbered from 1. */

interface ValueRow {
  readonly field: string;
  readonly part: number;
  readonly text: string | null;
  readonly number: number | null;
  readonly day: string | null;
  readonly option: string | null;
  readonly optionName: string | null;
  readonly user: string | null;
  readonly userName: string | null;
  readonly yes: number | null;
}

/** The values of the row `bugs`, as JSON. */
export function valuesOfBug(db: Db): RawBuilder<string> {
  const rows = engineOf(db).jsonArrayOf(
    {
      field: 'v.field_id',
      part: 'v.part',
      text: 'v.text_value',
      number: 'v.number_value',
      day: 'v.day_value',
      option: 'v.option_id',
      optionName: 'custom_options.name',
      user: 'v.user_id',
      userName: 'person.name',
      yes: 'v.yes_value',
    },
    'custom_options.position',
  );
  return sql<string>`(select ${rows} from bug_custom_values as v
    left join custom_options on custom_options.id = v.option_id
    left join users as person on person.id = v.user_id where v.bug_id = bugs.id)`;
}

/** The values in the JSON of `valuesOfBug`, by field. */
export function readValues(json: string): Record<string, CustomValue> {
  if (json === '[]') return {};
  const byField = Map.groupBy(JSON.parse(json) as ValueRow[], ({ field }) => field);
  return Object.fromEntries([...byField].map(([field, rows]) => [field, valueOf(rows)]));
}

function valueOf(rows: readonly ValueRow[]): CustomValue {
  const options = rows.map(({ option, optionName }) => ({ _id: option ?? '', name: optionName ?? '' }));
  const [row] = rows;
  if (!row) throw new Error('A value has no row');
  if (row.part > 0) return options;
  if (row.option !== null) return { _id: row.option, name: row.optionName ?? '' };
  if (row.user !== null) return { _id: row.user, name: row.userName ?? '' };
  if (row.yes !== null) return row.yes === 1;
  return row.text ?? row.day ?? row.number ?? '';
}

/** The columns that hold an input. */
function columnsOf(kind: CustomKind, input: CustomInput): Partial<Schema['bug_custom_values']> {
  switch (kind) {
    case 'number':
      return { number_value: Number(input) };
    case 'boolean':
      return { yes_value: input === true ? 1 : 0 };
    case 'date':
      return { day_value: String(input) };
    case 'option':
    case 'options':
      return { option_id: String(input) };
    case 'person':
      return { user_id: String(input) };
    default:
      return { text_value: String(input), text_fold: fold(String(input)) };
  }
}

/** Stores the values of a bug in fields in which it has none. */
export async function insertValues(
  tx: Tx,
  bugId: string,
  values: readonly { readonly field: string; readonly kind: CustomKind; readonly input: CustomInput }[],
): Promise<void> {
  const rows = values.flatMap(({ field, kind, input }) =>
    [input].flat().map((each, i) => ({
      bug_id: bugId,
      number: numberOf(bugId),
      field_id: field,
      part: Array.isArray(input) ? i + 1 : 0,
      ...columnsOf(kind, each),
    })),
  );
  await tx.insertInto('bug_custom_values').values(rows).execute();
}

/** Removes the values of a bug in some fields. */
export async function deleteValues(tx: Tx, bugId: string, fields: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('bug_custom_values')
    .where('bug_id', '=', bugId)
    .where('field_id', 'in', fields)
    .execute();
}

/** Whether the row `v`, a value of a field of this kind, meets a test. */
function meets(db: Db, kind: CustomKind, test: SqlTest): RawBuilder<boolean> {
  switch (test.kind) {
    case 'among': {
      if (kind === 'boolean') return isYesAmong(test.values);
      const column = kind === 'person' ? 'v.user_id' : 'v.option_id';
      return isOneValue(test)
        ? sql<boolean>`${sql.ref(column)} = ${test.values[0]}`
        : engineOf(db).isAmong(column, JSON.stringify(test.values), 'uuid');
    }
    case 'range': {
      const value = kind === 'date' ? sql`v.day_value` : sql`v.number_value`;
      return isOneValue(test) ? sql<boolean>`${value} = ${test.range.least}` : isWithin(value, test.range);
    }
    case 'contains': {
      const { columnContains, needleOf } = engineOf(db).search;
      return columnContains('v.text_fold', needleOf(test.text));
    }
    default:
      return sql<boolean>`1 = 1`;
  }
}

/** Whether a test is for a single value, for which an index has the bugs in order. */
function isOneValue(test: SqlTest): boolean {
  if (test.kind === 'among') return test.values.length === 1;
  if (test.kind !== 'range') return false;
  const { least, most } = test.range;
  return least !== undefined && least === most;
}

function isYesAmong(values: readonly string[]): RawBuilder<boolean> {
  const wanted = values.map((value) => sql.lit(value === 'yes' ? 1 : 0));
  return sql<boolean>`v.yes_value in (${sql.join(wanted)})`;
}

interface OfField {
  readonly _id: string;
  readonly kind: CustomKind;
}

/** Whether the row `bugs` meets a test of a field. */
export function bugMeets(db: Db, { _id, kind }: OfField, test: SqlTest): RawBuilder<boolean> {
  // Given values are looked up in an index by the bug's number. A value in a range is looked for among all values of
  // the bug: `cast` hides the column, because SQLite would otherwise use the index of all bugs with such values.
  const isOfBug =
    test.kind === 'among' || isOneValue(test)
      ? sql`v.number = bugs.number and v.field_id = ${_id}`
      : sql`v.bug_id = bugs.id and cast(v.field_id as ${engineOf(db).types.uuid}) = ${_id}`;
  const has = sql<boolean>`exists (select 1 from bug_custom_values as v where ${isOfBug} and ${meets(db, kind, test)})`;
  return test.kind === 'none' ? sql<boolean>`not ${has}` : has;
}

/** The bugs that meet a test; undefined if no index finds them. */
export function bugsMeeting(db: Db, { _id, kind }: OfField, test: SqlTest): BugNumbers | undefined {
  if (test.kind === 'none' || test.kind === 'contains') return undefined;
  const isSorted = isOneValue(test);
  const mayRepeat = kind === 'options' && !isSorted;
  const rows = sql<{ number: number }>`select ${mayRepeat ? sql`distinct ` : sql``}v.number
    from bug_custom_values as v where v.field_id = ${_id} and ${meets(db, kind, test)}`;
  return { rows, isSorted };
}
