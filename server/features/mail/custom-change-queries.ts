import type { CustomInput } from '#contract/classification/custom-field.ts';
import type { CustomKind } from '#contract/classification/custom-fields.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import { id } from '#contract/text.ts';
import type { Db } from '#server/engine/schema.ts';
import { peopleWithIds } from '#server/people.ts';

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

type Inputs = Readonly<Record<string, CustomInput | null>>;

/** The changes of fields in each of the stored changes, in the fields' order. */
export async function customChanges(
  db: Db,
  changes: readonly { readonly from: unknown; readonly to: unknown }[],
): Promise<readonly (readonly CustomChange[])[]> {
  if (changes.length === 0) return [];
  const stored = changes.map(({ from, to }) => ({ from: inputsIn(from), to: inputsIn(to) }));
  const ids = stored
    .flatMap(({ from, to }) => [...Object.values(from), ...Object.values(to)].flat())
    .filter((input): input is string => id.safeParse(input).success);
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
