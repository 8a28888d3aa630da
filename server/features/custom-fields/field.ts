import { customQueryField, hasOptions } from '#contract/classification/custom-fields.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import type { OwnQueryField, StoredField } from '#server/extensions/bug-field.ts';
import type { Db } from '#server/db/schema.ts';
import { beforeCommit } from '#server/db/transaction.ts';
import { everyone } from '#server/people.ts';
import * as queries from './queries.ts';
import * as valueQueries from './value-queries.ts';
import { LookedUpValues, presentValues } from './values.ts';

/** How queries ask for a field, archived ones included: bugs keep their values. */
function queryFieldOf(field: queries.BareField): OwnQueryField {
  const { _id, kind } = field;
  return {
    field: customQueryField(field),
    ...(hasOptions(kind) && { named: async (db: Db) => queries.optionsOf(db, _id) }),
    ...(kind === 'person' && { named: everyone }),
    where: (db, test) => valueQueries.bugMeets(db, field, test),
    ids: (db, test) => valueQueries.bugsMeeting(db, field, test),
    hasExactIds: true,
  };
}

/** The values of bugs in the fields that admins define. */
export const customOfBugs: StoredField<'custom'> = {
  name: 'custom',
  inMail: { en: { label: 'Fields' }, de: { label: 'Felder' } },
  select: valueQueries.valuesOfBug,
  hasLongTexts: true,
  read: valueQueries.readValues,
  none: {},
  omitted: {},
  lookUp: (tx, given, context) => LookedUpValues.read(tx, given, context),
  store(tx, bugId, { input, before = {}, lookedUp }) {
    if (!(lookedUp instanceof LookedUpValues)) throw new Error('Nothing is known of the fields');
    const changed = [...new Set([...Object.keys(before), ...Object.keys(input)])].filter(
      (field) => !isSameInput(before[field], input[field]),
    );
    const removed = changed.filter((field) => before[field] !== undefined);
    const added = changed.flatMap((field) => {
      const value = input[field] ?? null;
      return value === null ? [] : [{ field, kind: lookedUp.kindOf(field), input: value }];
    });
    if (removed.length > 0) beforeCommit(tx, valueQueries.deleteValues(tx, bugId, removed));
    if (added.length > 0) beforeCommit(tx, valueQueries.insertValues(tx, bugId, added));
  },
  present: presentValues,
  ownQueryFields: async (db) => (await queries.bareFields(db)).map(queryFieldOf),
};
