import fc from 'fast-check';
import { priorities, statuses } from '#contract/bugs/bug-fields.ts';
import { sortFields } from '#contract/bugs/bugs.ts';

/* The values that requests of the differential test are made of. */

function placeholders(kind: number, count: number): string[] {
  return Array.from(
    { length: count },
    (_, i) => `00000000-0000-7000-8${kind}00-00000000000${i.toString(16)}`,
  );
}

/** Placeholders for ids of users, of bugs and so on. */
export const slots = {
  users: placeholders(1, 6),
  bugs: placeholders(2, 12),
  sessions: placeholders(3, 4),
  entries: placeholders(4, 4),
  cursors: placeholders(5, 6),
  comments: placeholders(7, 6),
  /** The address in the `Link` header of the last answer that had one. */
  nextPage: placeholders(6, 1)[0] ?? '',
};
export const nothing = placeholders(9, 1);
export const anyId = [...slots.users, ...slots.bugs, ...slots.sessions, ...slots.comments, ...nothing];

/** Placeholders for the tokens of the users: 43 characters, as tokens have. */
export const tokens = slots.users.map((_, i) => `token-${i}`.padEnd(43, '-'));

/** A few passwords, so that steps often use the right one. */
export const passwords = ['moss under the old stair', 'gr\u00fcner Tee \ud83c\udf75 um vier'];

const texts = [
  'Zebra',
  'apple',
  'APPLE pie',
  `it's "quoted"`,
  '100%_\\ sure',
  '%%',
  '50_50',
  'a\\b\\\\c',
  'İstanbul',
  'ISTANBUL',
  'i\u0307stanbul',
  'ΟΔΟΣ ΟΔΟΣ.',
  'οδος',
  'STRASSE',
  'straße',
  'ﬁne',
  'ǅ',
  '\u00c9clair',
  'E\u0301clair',
  'e\u0301\u0301\u0323',
  '\ud83e\udd97 jumps',
  '\ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67',
  '\uffff',
  '\u{10ffff}',
  '\u202e rtl \u200f',
  'tab\tnew\nline\r\n',
  '\u0001\u001f\u007f\u0085',
  '\u00a0x\u3000',
  'NEAR(a b) OR "c" * ^',
  '-- ; drop table bugs',
  '$1 ?1 :x @y {{z}}',
  '\ufb03\u1e9b\u0323',
  'x'.repeat(200),
  'İ'.repeat(200),
  '\ud83e\udd97'.repeat(200),
];
const refused = ['', ' \n', 'nul \0', '\ud83e', '\udd97 half', 'x'.repeat(201), '🦗'.repeat(100_001)];

export const text = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...texts) },
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(...refused) },
);
/** Usually a piece of the texts that titles and descriptions consist of. */
export const needle = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constantFrom(...texts), fc.nat(6), fc.integer({ min: 1, max: 6 })).map(
      // Cut by UTF-16 code units, so that halves of surrogate pairs occur.
      ([from, start, length]) => from.slice(start, start + length),
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...refused, '%', '_', '\\', '"', "'", '*') },
);

export const who = fc.constantFrom(...tokens);
export const user = fc.constantFrom(...slots.users);
/** The admin, who may do most things. */
export const admin = fc.constant(tokens[0] ?? '');
export const bug = fc.constantFrom(...slots.bugs);
/** The value in one case of three, else undefined. */
export const optional = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(fc.constant(undefined), fc.constant(undefined), value);
export const defined = (record: object) => Object.entries(record).filter(([, value]) => value !== undefined);

export const address = fc.oneof(
  { weight: 9, arbitrary: fc.nat(9).map((i) => `Person${i}@Example.com`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'PERSON1@EXAMPLE.COM',
      'p\uff45rson2@example.com',
      'ıi@exaMple.com',
      'no',
      'a@b',
    ),
  },
);
export const inputs = {
  title: text,
  description: text,
  status: fc.constantFrom(...statuses),
  priority: fc.constantFrom(...priorities),
  assignedTo: fc.oneof(
    { weight: 6, arbitrary: user },
    { weight: 1, arbitrary: fc.constantFrom('', null, ...nothing, slots.bugs[0], 'me') },
  ),
};
export const edit = fc.record(inputs, { requiredKeys: [] });
export const filed = fc
  .tuple(edit, text, text)
  .map(([given, title, description]) => ({ title, description, status: 'open', priority: 'low', ...given }));

/** A position at which a list might continue, but usually cannot. */
const position = fc.tuple(
  fc.oneof(
    fc.integer({ min: -1, max: 3 }),
    fc.constantFrom<unknown>(2_147_483_647, 2_147_483_648, 1e300, 0.5, null, true, []),
    fc.constantFrom(
      '2026-03-01T08:00:00.000Z',
      '0000-01-01T00:00:00.000Z',
      '0001-01-01T00:00:00.000Z',
      '9999-12-31T23:59:59.999Z',
      '2026-02-29T00:00:00.000Z',
      '2026-03-01T24:00:00.000Z',
      '2026-03-01T23:59:60.000Z',
      '2026-03-01T08:00:00.000+00:00',
    ),
    text,
  ),
  fc.oneof(fc.nat(40), fc.constantFrom(-1, 2_147_483_647, 2_147_483_648, 1.5)),
);
const cursor = fc.oneof(
  { weight: 10, arbitrary: fc.constant(undefined) },
  // Most likely the cursor of another list.
  { weight: 1, arbitrary: fc.constantFrom(...slots.cursors) },
  { weight: 2, arbitrary: position },
);

export const listed = fc
  .record({
    status: optional(fc.constantFrom(...statuses)),
    priority: optional(fc.constantFrom(...priorities)),
    assignedTo: optional(fc.oneof(user, fc.constantFrom('me', 'none', ...nothing))),
    createdBy: optional(fc.oneof(user, fc.constantFrom('me', ...nothing))),
    q: optional(needle),
    number: fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom('1', '2', '40', '2147483647', '0', '#1') },
    ),
    sort: optional(fc.constantFrom(...sortFields.flatMap((field) => [field, `-${field}`]))),
    limit: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 9 }).map(String) },
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom('0', '500', '501', '1e1') },
    ),
    cursor,
  })
  .map((query) => {
    const made = [query.sort ?? '-createdAt', ...(Array.isArray(query.cursor) ? query.cursor : [])];
    const encoded = Buffer.from(JSON.stringify(made)).toString('base64url');
    return defined(Array.isArray(query.cursor) ? { ...query, cursor: encoded } : query);
  });
