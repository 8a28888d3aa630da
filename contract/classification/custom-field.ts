import * as z from 'zod/mini';
import { bugField } from '#contract/bugs/field.ts';
import { catalogue, says } from '#contract/messages.ts';
import { id, idSaying } from '#contract/text.ts';

/* In a file without endpoints, because the web needs the field before sign-in. */

/** An option of a field, or a user. */
const ref = z.object({ _id: id, name: z.string() });

/** A bug's value in one custom field. Its type depends on the field's kind. */
const customValue = z.union([z.string(), z.number(), z.boolean(), ref, z.array(ref)]);

export type CustomValue = z.infer<typeof customValue>;

export const customFieldMessages = catalogue('customFields', {
  notValues: () => 'Fields must be values by the ids of fields that admins have defined',
});

/** How many options a bug can have in one field. */
export const maxOptionsOfBug = 50;

/** The input for one custom field: options and users are ids. The field's kind decides which inputs are valid. */
export const customInput = z.union(
  [
    z.string(),
    z.number(),
    z.boolean(),
    z.array(z.string()).check(z.maxLength(maxOptionsOfBug, { error: says(customFieldMessages.notValues()) })),
  ],
  { error: says(customFieldMessages.notValues()) },
);

export type CustomInput = z.infer<typeof customInput>;

const notValues = { error: says(customFieldMessages.notValues()) };

/** The values, sorted by field id. */
function sorted<T>(values: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The input that would set a value. */
export function customInputOf(value: CustomValue): CustomInput {
  if (Array.isArray(value)) return value.map(({ _id }) => _id).toSorted();
  return typeof value === 'object' ? value._id : value;
}

/** A bug's custom-field values, keyed by field id. */
export const customField = bugField({
  label: 'Fields',
  value: z.record(id, customValue),
  input: z.pipe(
    z.record(idSaying(customFieldMessages.notValues()), z.nullable(customInput), notValues),
    z.transform((values: Record<string, CustomInput | null>) => sorted(values)),
  ),
  isRequired: false,
  empty: {},
  inputOf: (values: Readonly<Record<string, CustomValue>>) =>
    sorted<CustomInput | null>(
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, customInputOf(value)])),
    ),
  merge: 'keys',
  namesChangedBy: 'custom-field',
});

export const customFieldActions = ['field created', 'field changed'] as const;
