import * as z from 'zod/mini';
import { bugField } from '#contract/bugs/field.ts';
import { catalogue, says } from '#contract/messages.ts';
import { id, idSaying } from '#contract/text.ts';

/* In a file without endpoints, because the web needs the field before sign-in. */

/** An option of a field, or a user. */
const ref = z.object({ _id: id, name: z.string() });

/** The value of a bug in one field that admins define, by the kind of the field. */
const customValue = z.union([z.string(), z.number(), z.boolean(), ref, z.array(ref)]);

export type CustomValue = z.infer<typeof customValue>;

export const customFieldMessages = catalogue('customFields', {
  notValues: () => 'Fields must be values by the ids of fields that admins have defined',
});

/** How many options a bug can have in one field. */
export const maxOptionsOfBug = 50;

/** The input of a request for one such field, where options and users are ids; the field decides which inputs are valid. */
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

/** The values by the ids of the fields, in the fields' order. */
function sorted<T>(values: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The input that would set a value. */
export function customInputOf(value: CustomValue): CustomInput {
  if (Array.isArray(value)) return value.map(({ _id }) => _id).toSorted();
  return typeof value === 'object' ? value._id : value;
}

/**
 * The values of a bug in the fields that admins define, by the ids of these. A request omits the fields that do not
 * change.
 */
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
