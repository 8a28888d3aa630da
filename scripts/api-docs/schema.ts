import { z } from 'zod';

type Io = 'input' | 'output';
type JsonSchema = z.core.JSONSchema.JSONSchema;
type Schema = JsonSchema | boolean;

const names = new Map<string, string>();

const toJson = (schema: z.core.$ZodType, io: Io): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

/** Registers a name, by which equal schemas are referred to from now on, and under whose heading they are described. */
export function nameShape(name: string, schema: z.core.$ZodType): void {
  names.set(JSON.stringify(toJson(schema, 'output')), name);
}

/** An object as a table with a line for each field. */
export function fieldTable(schema: z.core.$ZodType, io: Io): string {
  return tableOf(toJson(schema, io), io);
}

/** The content of a response, for the end of a sentence: a shape's name, or the table of its fields. */
export function describe(schema: z.core.$ZodType, io: Io): string {
  const json = toJson(schema, io);
  return json.properties && named(json) === undefined ? `\n\n${tableOf(json, io)}\n` : typeOf(json);
}

function tableOf({ properties = {}, required = [] }: JsonSchema, io: Io): string {
  const heading = `| field | what | ${io === 'input' ? 'required' : 'always there'} |\n|---|---|---|`;
  const rows = Object.entries(properties).map(
    ([name, field]) => `| \`${name}\` | ${typeOf(field)} | ${required.includes(name) ? 'yes' : 'no'} |`,
  );
  return [heading, ...rows].join('\n');
}

function named(schema: JsonSchema): string | undefined {
  const name = names.get(JSON.stringify(schema));
  const link = `[${name}](#${name?.toLowerCase().replaceAll(' ', '-')})`;
  return name && (name.endsWith('s') ? link : `a ${link}`);
}

function typeOf(schema: Schema): string {
  if (typeof schema === 'boolean') return 'anything';
  const { description, type, anyOf, enum: values, const: value, items } = schema;
  if (description !== undefined) return description;
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (values) return values.map((one) => `\`${String(one)}\``).join(', ');
  if (value !== undefined) return constant(value);
  if (Array.isArray(type)) return type.map((one) => typeOf({ type: one })).join(' or ');
  if (type === 'array')
    return `an array, each ${typeOf(typeof items === 'object' && !Array.isArray(items) ? items : true)}`;
  if (type === 'object') return named(schema) ?? objectOf(schema);
  if (type === 'string') return stringOf(schema);
  if (type === 'integer') return 'a whole number';
  return type ?? 'anything';
}

const constant = (value: unknown) => (value === '' ? 'nothing' : `\`${String(value)}\``);

function objectOf({ properties, additionalProperties }: JsonSchema): string {
  if (properties) return `an object of ${Object.keys(properties).join(', ')}`;
  return `an object, each value ${typeOf(additionalProperties ?? true)}`;
}

const kinds: Record<string, string> = { 'date-time': 'a time', email: 'an e-mail address' };

function stringOf({ format, pattern, minLength, maxLength }: JsonSchema): string {
  // The pattern of an id is internal: clients treat it as opaque.
  const isId = pattern?.includes('[0-9a-f]{8}') ?? false;
  const kind = isId ? 'an id' : (kinds[format ?? ''] ?? 'text');
  const form = pattern === undefined || isId ? '' : ` like \`${pattern.replaceAll('|', '\\|')}\``;
  if (maxLength === undefined) return kind + form;
  const count = maxLength.toLocaleString('en');
  return `${kind + form}, ${minLength === undefined ? `at most ${count}` : `${minLength} to ${count}`} characters`;
}
