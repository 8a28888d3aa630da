import fc from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { anyForm } from './fuzz-forms.ts';

/** A request to be sent as it is. */
export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Existing ids and tokens for requests. */
export interface Known {
  ids: readonly string[];
  /** The ids that fit, by the part of the path after `/api/` or by the name of a field. */
  idsOf?: Readonly<Record<string, readonly string[]>>;
  tokens: readonly string[];
}

/** Known ids and tokens in which most ids are those that fit the name. */
function fitting(known: Known, name: string): Known {
  const own = known.idsOf?.[name];
  return own ? { ...known, ids: [...own, ...own, ...own, known.ids[0] ?? ''] } : known;
}

/** The subset of JSON Schema that the contract's schemas produce. */
interface JsonSchema {
  type?: string | string[];
  enum?: string[];
  const?: string;
  anyOf?: JsonSchema[];
  pattern?: string;
  format?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
}

/** Values that break code that trusts its input. */
const hostileTexts = [
  '',
  ' ',
  '\0',
  'nul \0 inside',
  'half \ud83e',
  '\udd97 other half',
  '\ufeff',
  '\u202eright to left',
  '🦗'.repeat(300),
  'e\u0301'.repeat(201),
  'İ'.repeat(200),
  'ß'.repeat(200),
  'x'.repeat(100_001),
  'x'.repeat(66_000),
  "' or 1=1 --",
  '"; drop table bugs; --',
  '%',
  '_',
  '\\',
  '*',
  'NEAR("a" "b")',
  '{"$gt":""}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'me',
  'none',
  '-1',
  '0',
  '1e30',
  '2147483648',
  '9223372036854775808',
  'NaN',
  'WyItY3JlYXRlZEF0Iiw5OTk5OTk5OTk5OTksMV0',
];
const hostileValues: unknown[] = [
  ...hostileTexts,
  null,
  0,
  -1,
  1.5,
  1e308,
  true,
  false,
  [],
  [''],
  {},
  { a: { b: [] } },
  ['a', 'b'],
  { toString: 'x' },
];
const hostileBodies = [
  '',
  '{',
  'null',
  '[]',
  '1',
  '"x"',
  '{"title":1e400}',
  '{"__proto__":{"a":1}}',
  '['.repeat(5_000),
  '\u0000',
  '{"a":"\\ud800"}',
];

/** The years that an ISO date has without a sign. */
const fourDigits = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z') };

const hostile = fc.constantFrom(...hostileValues);
const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary' }), fc.string());

/** Generates values that the schema usually allows. */
function valid(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const { type, anyOf } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (anyOf) return fc.oneof(...anyOf.map((one) => valid(one, known)));
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valid({ ...schema, type: one }, known)));
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 100 });
    case 'array':
      return fc.array(valid(schema.items ?? {}, known), { maxLength: Math.min(schema.maxItems ?? 3, 3) });
    case 'object':
      return validObject(schema, known);
    default:
      return validText(schema, known);
  }
}

function validText({ format, pattern, maxLength }: JsonSchema, { ids }: Known): fc.Arbitrary<string> {
  if (format === 'email') return fc.nat(500).map((i) => `fuzz${i}@example.com`);
  if (format === 'date-time') return fc.date({ noInvalidDate: true, ...fourDigits }).map((at) => at.toJSON());
  if (pattern?.includes('[0-9a-f]{8}')) return fc.constantFrom(...ids);
  if (pattern !== undefined) return fc.oneof(fc.nat(600).map(String), fc.constantFrom('title', 'status'));
  const text = fc.string({
    unit: 'grapheme',
    minLength: 1,
    maxLength: Math.min(maxLength ?? 40, 300),
  });
  // A text of any length is usually the id of something.
  return maxLength === undefined ? fc.oneof(text, fc.constantFrom(...ids), fc.constantFrom(...ids)) : text;
}

function validObject(schema: JsonSchema, known: Known): fc.Arbitrary<object> {
  const { properties, required = [], additionalProperties } = schema;
  if (!properties && typeof additionalProperties === 'object')
    return fc.dictionary(fc.constantFrom(...known.ids), valid(additionalProperties, known), { maxKeys: 3 });
  const fields = Object.entries(properties ?? {}).map(
    ([name, one]) => [name, valid(one, fitting(known, name))] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

const jsonSchema = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;

function body(schema: z.core.$ZodType | undefined, known: Known): fc.Arbitrary<string | undefined> {
  if (!schema) return fc.constantFrom(undefined, undefined, undefined, '{}', '{"a":1}', ...hostileBodies);
  const described = jsonSchema(schema);
  const good = validObject(described, known);
  const names = [
    ...Object.keys(described.properties ?? {}),
    'role',
    '_id',
    'unknown',
    '__proto__',
    'constructor',
  ];
  const nearly = fc
    .tuple(good, fc.constantFrom(...names), hostile)
    .map(([object, name, value]) => Object.fromEntries([...Object.entries(object), [name, value]]));
  return fc.oneof(
    { weight: 6, arbitrary: good.map((value) => JSON.stringify(value)) },
    { weight: 3, arbitrary: nearly.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.constantFrom(...hostileBodies) },
  );
}

function query(schema: z.core.$ZodType | undefined, known: Known): fc.Arbitrary<string> {
  const properties = schema ? (jsonSchema(schema).properties ?? {}) : {};
  const unknown = fc.tuple(
    fc.constantFrom('unknown', '__proto__', 'constructor', 'q[]', 'limit'),
    hostileText,
  );
  const ofSchema = Object.entries(properties).map(([name, one]) =>
    fc.tuple(fc.constant(name), fc.oneof(valid(one, fitting(known, name)).map(String), hostileText)),
  );
  const pair = fc.oneof(...ofSchema.map((arbitrary) => ({ weight: 10, arbitrary })), {
    weight: 1 + ofSchema.length,
    arbitrary: unknown,
  });
  const pairs = fc.array(pair, { maxLength: 4 });
  const encoded = pairs.map((list) =>
    new URLSearchParams(list.map(([name, value]) => [name, value.toWellFormed().slice(0, 3_000)])).toString(),
  );
  return fc.oneof(
    { weight: schema ? 2 : 30, arbitrary: fc.constant('') },
    { weight: 5, arbitrary: encoded },
    { weight: 1, arbitrary: fc.constantFrom('%zz', '&&&', '=', 'q=%ff', 'q=%00', '?') },
  );
}

function path(endpoint: Endpoint, known: Known): fc.Arbitrary<string> {
  const [, , ...parts] = endpoint.path.split('/');
  const { ids } = fitting(known, parts.find((part) => part !== 'admin') ?? '');
  const segment = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...ids) },
    {
      weight: 1,
      arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 500))),
    },
    { weight: 1, arbitrary: fc.constantFrom('%zz', '%00', '..', '%2e%2e', 'a%2fb', '%F0%9F') },
  );
  const kind = fc.constantFrom('related', 'blocks', 'child-of');
  return fc.tuple(segment, segment, kind).map(([one, other, relation]) =>
    endpoint.path
      .replace(':name', '+1')
      .replace(':kind', relation)
      .replace(/:(id|bugId)/, one)
      .replace(/:(other|change)/, other),
  );
}

const formType = 'multipart/form-data; boundary=x';

/** Requests to the endpoint: valid, nearly valid and hostile ones. */
export function requestsTo(endpoint: Endpoint, known: Known): fc.Arbitrary<FuzzRequest> {
  const headers = fc.record(
    {
      authorization: fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom(...known.tokens).map((token) => `Bearer ${token}`) },
        { weight: 1, arbitrary: fc.constantFrom('Bearer x', 'Basic eDp5', 'Bearer', 'Bearer '.repeat(9)) },
      ),
      'content-type': fc.oneof(
        { weight: 9, arbitrary: fc.constant(endpoint.upload ? formType : 'application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'text/plain',
            'application/json; charset=utf-16',
            'multipart/form-data',
            formType,
            '/',
            'application/json;;',
          ),
        },
      ),
      'if-match': fc.constantFrom('*', '"1"', '"2"', 'W/"1"', '', '"', ',,,', '"99999999999999999999"'),
      'x-forwarded-for': fc.constantFrom('10.0.0.1', 'x', '::1, ::2'),
      'user-agent': fc.constantFrom('fuzz', '<b>', 'x'.repeat(1_000)),
    },
    { requiredKeys: ['authorization', 'content-type'] },
  );
  const method = fc.oneof(
    { weight: 30, arbitrary: fc.constant<string>(endpoint.method) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD') },
  );
  const sentBody = endpoint.upload ? anyForm : body(endpoint.body, known);
  return fc
    .tuple(method, path(endpoint, known), query(endpoint.query, known), headers, sentBody)
    .map(([verb, address, search, sent, text]) => ({
      method: verb,
      path: search === '' ? address : `${address}?${search}`,
      headers: sent,
      body: verb === 'GET' || verb === 'HEAD' ? undefined : text,
    }));
}
