import type { BugFieldName, BugInputs } from '#contract/bugs/bug-fields.ts';
import type { FieldChange } from '#contract/bugs/history.ts';
import type { Db } from '#server/engine/schema.ts';
import type { ServerField } from './bug-field.ts';

type Input = BugInputs[BugFieldName];

/** A stored change, with the inputs that would set the values. */
export interface StoredChange {
  readonly field: BugFieldName;
  readonly from: Input;
  readonly to: Input;
}

/** Reads the data to convert the stored inputs of changes into values. */
export async function presenter(
  db: Db,
  fields: readonly ServerField[],
  changes: readonly StoredChange[],
): Promise<(change: StoredChange) => FieldChange> {
  const values = new Map<string, unknown>();
  const keyOf = (field: BugFieldName, input: Input) => `${field} ${JSON.stringify(input)}`;
  for (const field of fields) {
    const inputs = changes.flatMap((change) => (change.field === field.name ? [change.from, change.to] : []));
    const presented = inputs.length > 0 ? await field.present?.(db, inputs) : undefined;
    for (const [at, value] of presented?.entries() ?? [])
      values.set(keyOf(field.name, inputs[at] ?? null), value);
  }
  return ({ field, from, to }) => {
    const valueOf = (input: Input) => {
      const key = keyOf(field, input);
      return values.has(key) ? values.get(key) : input;
    };
    return { field, from: valueOf(from), to: valueOf(to) } as FieldChange;
  };
}
