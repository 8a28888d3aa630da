import * as z from 'zod/mini';
import { customFieldMessages, type CustomInput, customInput, maxOptionsOfBug } from './custom-field.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { choiceField } from '#contract/bugs/field.ts';
import { catalogue, says } from '#contract/messages.ts';
import { hasLongMarkRun } from '#contract/normalise.ts';
import { ofAdmins } from '#contract/permissions.ts';
import { isDay } from '#contract/query/days.ts';
import type { QueryField } from '#contract/query/fields.ts';
import { fieldMessages, id, idList, idSaying, requiredLine, textLength } from '#contract/text.ts';

/** The kinds of fields that admins can define. */
export const customKinds = [
  'text',
  'number',
  'date',
  'option',
  'options',
  'person',
  'boolean',
  'url',
] as const;
export type CustomKind = (typeof customKinds)[number];

/** Whether values of the kind are options of the field. */
export const hasOptions = (kind: CustomKind) => kind === 'option' || kind === 'options';

/** The maximum numbers and lengths. Archived fields and options count towards `everMade` and `options`. */
export const maxCustom = {
  fields: 50,
  everMade: 200,
  options: 200,
  optionsOfBug: maxOptionsOfBug,
  name: 60,
  text: 1_000,
  components: 500,
};

const customOption = z.object({
  _id: id,
  name: z.string(),
  /** Whether it is archived: bugs keep it, but it can no longer be set. */
  archived: z.boolean(),
});

export type CustomOption = z.infer<typeof customOption>;

/** A field that admins have defined. */
const customFieldDefinition = z.object({
  _id: id,
  name: z.string(),
  kind: z.enum(customKinds),
  /** Whether a new bug has to have a value. */
  isRequired: z.boolean(),
  /** The input for new bugs where no value is given, as a request would set it. */
  initial: z.nullable(customInput),
  /** The components whose bugs are asked for it; empty for all bugs. */
  components: z.array(id),
  /** In the order of the options. */
  options: z.array(customOption),
  /** Its place in the order of fields, counted from zero. */
  position: z.int(),
  /** Whether the field is archived: bugs keep their values, but they can no longer be changed. */
  archived: z.boolean(),
  /** Its former names in queries, folded, without those that are now the name of something else. */
  formerNames: z.optional(z.array(z.string())),
});

export type CustomField = z.infer<typeof customFieldDefinition>;

interface OfField {
  /** The name of the field. */
  readonly name: string;
}

/** Messages about values, with the name of their field. */
export const customValueMessages = catalogue('customValues', {
  required: ({ name }: OfField) => `${name} is required`,
  notText: ({ name, max }: OfField & { max: number }) =>
    `${name} must be one line of at most ${max.toLocaleString('en')} characters`,
  notNumber: ({ name }: OfField) =>
    `${name} must be a number with at most 15 digits, 6 of them behind the decimal point`,
  notDate: ({ name }: OfField) => `${name} must be a day like 2026-11-21`,
  notOption: ({ name }: OfField) => `${name} must be one of its options`,
  notOptions: ({ name, max }: OfField & { max: number }) => `${name} must be at most ${max} of its options`,
  notPerson: ({ name }: OfField) => `${name} must be one of the users`,
  notBoolean: ({ name }: OfField) => `${name} must be true or false`,
  notUrl: ({ name, max }: OfField & { max: number }) =>
    `${name} must be an address that begins with https:// or http://, of at most ${max.toLocaleString('en')} characters`,
});

/** Messages about custom fields that only the server sends. */
export const customFieldRefusals = catalogue('customFieldRefusals', {
  notFound: () => 'Field not found',
  unknown: () => 'Values must be of fields that admins have defined',
  nameTaken: () => 'A field with this name exists already',
  nameReserved: () => 'Every bug has a field of this name, or queries give the name another meaning',
  quoteInName: () => 'A name cannot contain double quotes',
  tooMany: ({ max }: { max: number }) => `There can be at most ${max} fields that are not archived`,
  tooManyEver: ({ max }: { max: number }) => `There can be at most ${max} fields, archived ones included`,
  tooManyOptions: ({ max }: { max: number }) =>
    `A field can have at most ${max} options, archived ones included`,
  noOptions: () => 'A field of options needs at least one that is not archived',
  notForKind: () => 'Only fields of options have options',
  optionTaken: ({ name }: OfField) => `There are two options called ${name}`,
  notOptions: () => 'Options must have a name, and an id if they exist already',
  unknownComponent: () => 'Components must be the ids of components',
  notInitial: () => 'The default must be a value of the field',
  archived: ({ name }: OfField) => `${name} is archived: bugs keep its values, and get no others`,
  notAnother: () => 'before must be the id of another field, or null',
});

const isWebAddress = (text: string) => /^https?:\/\/[^\s\p{C}]+$/iu.test(text) && URL.canParse(text);

function isNumber(value: number): boolean {
  const isExact = Number(value.toFixed(6)) === value && Number(value.toPrecision(15)) === value;
  return Number.isFinite(value) && Math.abs(value) < 1e15 && isExact;
}

/** The schema of a field's non-empty inputs. */
export function customInputSchema({
  name,
  kind,
}: Pick<CustomField, 'name' | 'kind'>): z.ZodMiniType<CustomInput> {
  const { text: max, optionsOfBug } = maxCustom;
  const checked = (error: ReturnType<typeof says>, isValid: (value: string) => boolean) =>
    z.string({ error }).check(
      z.trim(),
      z.refine((value) => isValid(value), { error }),
    );
  switch (kind) {
    case 'text': {
      const schema = requiredLine('Text', { max, as: 'title' });
      return checked(
        says(customValueMessages.notText({ name, max })),
        (text) => schema.safeParse(text).success,
      );
    }
    case 'url':
      return checked(
        says(customValueMessages.notUrl({ name, max })),
        (text) =>
          text.length <= 2 * max && textLength(text) <= max && !hasLongMarkRun(text) && isWebAddress(text),
      );
    case 'number': {
      const error = says(customValueMessages.notNumber({ name }));
      // Turns -0 into 0.
      return z.pipe(
        z.number({ error }).check(z.refine(isNumber, { error })),
        z.transform((value: number) => value || 0),
      );
    }
    case 'date':
      return checked(says(customValueMessages.notDate({ name })), isDay);
    case 'boolean':
      return z.boolean({ error: says(customValueMessages.notBoolean({ name })) });
    case 'options': {
      const error = customValueMessages.notOptions({ name, max: optionsOfBug });
      return z.pipe(
        idList(optionsOfBug, { error }),
        z.transform((ids: string[]) => ids.toSorted()),
      );
    }
    default: {
      const message = kind === 'option' ? customValueMessages.notOption : customValueMessages.notPerson;
      return checked(says(message({ name })), (text) => id.safeParse(text).success);
    }
  }
}

/** Whether an input leaves a bug without a value. */
export function isEmptyInput(input: CustomInput | null | undefined): input is null | undefined {
  if (input === null || input === undefined) return true;
  return Array.isArray(input) ? input.length === 0 : typeof input === 'string' && input.trim() === '';
}

/** Whether bugs of a component are asked for the field. */
export function appliesTo(
  { components }: Pick<CustomField, 'components'>,
  component: string | null,
): boolean {
  return components.length === 0 || (component !== null && components.includes(component));
}

const queryKinds = {
  text: 'text',
  number: 'number',
  date: 'day',
  option: 'named',
  options: 'named',
  person: 'person',
  boolean: 'yes-no',
  url: 'text',
} as const;

type NamedField = Pick<CustomField, '_id' | 'name' | 'kind' | 'formerNames'>;

/** How queries select by the field. */
export function customQueryField({ _id, name, kind, formerNames }: NamedField): QueryField {
  const key = `custom.${_id}`;
  return { key, name, formerNames, kind: queryKinds[kind], orNone: true, has: name };
}

export const customFieldPermissions = { manage: ofAdmins('manage fields') };

const notBoolean = (field: string) => z.boolean({ error: says(fieldMessages.notBoolean({ field })) });
const notOptions = { error: says(customFieldRefusals.notOptions()) };
const noQuotes = z.refine<string>((name) => !name.includes('"'), {
  error: says(customFieldRefusals.quoteInName()),
});

const optionBody = z.strictObject(
  {
    _id: z.optional(idSaying(customFieldRefusals.notOptions())),
    name: requiredLine('Option', { max: maxCustom.name, as: 'name' }),
    archived: z.optional(z.boolean(notOptions)),
  },
  notOptions,
);

const shared = {
  name: requiredLine('Name', { max: maxCustom.name, as: 'name' }).check(noQuotes),
  isRequired: z.optional(notBoolean('Required')),
  /** Options are named by their ids or their names. */
  initial: z.optional(z.nullable(customInput)),
  components: z.optional(idList(maxCustom.components, { error: customFieldRefusals.unknownComponent() })),
  options: z.optional(
    z.array(optionBody, notOptions).check(
      z.maxLength(maxCustom.options, {
        error: says(customFieldRefusals.tooManyOptions({ max: maxCustom.options })),
      }),
    ),
  ),
};

export const createCustomFieldBody = z.strictObject({
  ...shared,
  kind: choiceField('Kind', customKinds).input,
});

export const updateCustomFieldBody = z.strictObject({
  ...shared,
  name: z.optional(shared.name),
  archived: z.optional(notBoolean('Archived')),
});

const params = z.strictObject({ id });
const notFound = customFieldRefusals.notFound();

export const listCustomFields = endpoint('GET', '/api/custom-fields', {
  summary:
    'The fields that admins have defined for bugs, in their order, archived ones included. The field `custom` of bugs has their values by their ids.',
  access: 'signed-in',
  status: 200,
  workspace: 'customFields',
  response: z.array(customFieldDefinition),
});

export const createCustomField = endpoint('POST', '/api/custom-fields', {
  summary: `Defines a field of bugs, behind all others; admins only. Names are unique, without regard to case, and not those of fields that every bug has. There can be at most ${maxCustom.fields} that are not archived, and ${maxCustom.everMade} in all; a field has at most ${maxCustom.options} options. A new bug has to have a value in a field that \`isRequired\`, unless it has the value \`initial\`, or is of a component that is not among \`components\`; a bug that comes by e-mail need not. \`initial\` names options by their ids or names.`,
  access: customFieldPermissions.manage,
  status: 201,
  body: createCustomFieldBody,
  response: customFieldDefinition,
  idempotent: true,
});

export const updateCustomField = endpoint('PUT', '/api/custom-fields/:id', {
  summary:
    'Changes or archives a field; omitted properties stay unchanged, and so does its kind. `options` are all of them in their order, new ones without `_id`; those that are left out are archived. Bugs keep the values of archived fields and options. A new name is that of all bugs and histories.',
  access: customFieldPermissions.manage,
  status: 200,
  params,
  body: updateCustomFieldBody,
  response: customFieldDefinition,
  notFound,
});

export const moveCustomField = endpoint('PUT', '/api/custom-fields/:id/position', {
  summary: 'Moves a field in the order of fields: `before` another one, or to the end.',
  access: customFieldPermissions.manage,
  status: 200,
  params,
  body: z.strictObject({ before: z.nullable(idSaying(customFieldRefusals.notAnother())) }),
  response: z.array(customFieldDefinition),
  notFound,
});

export const manifest = {
  endpoints: [listCustomFields, createCustomField, updateCustomField, moveCustomField],
  messages: { customFields: customFieldMessages, customValues: customValueMessages, customFieldRefusals },
  permissions: customFieldPermissions,
  liveKinds: ['custom-field'],
  shapes: { Field: customFieldDefinition },
} as const satisfies Manifest;
