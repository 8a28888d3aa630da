import fc from 'fast-check';
import { auditActions } from '#contract/admin/audit.ts';
import { setBugField } from '#contract/bugs/bug-work.ts';
import { priorities, sortFields, statuses } from '#contract/bugs/bugs.ts';
import { endpoints } from '#contract/index.ts';
import { live } from '#contract/live.ts';
import { getTimes } from '#contract/admin/metrics.ts';
import { reactionNames } from '#contract/conversation/reactions.ts';
import { type FuzzRequest, requestsTo } from '#server/test/fuzz/fuzz-requests.ts';

/** A request with placeholders for ids, which differ by engine. */
export interface Step extends FuzzRequest {
  /** Milliseconds that pass before it. */
  pause: number;
}

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
  /** The address in the Link of the last answer that had one. */
  nextPage: placeholders(6, 1)[0] ?? '',
};
const nothing = placeholders(9, 1);
const anyId = [...slots.users, ...slots.bugs, ...slots.sessions, ...slots.comments, ...nothing];

/** Placeholders for the tokens of the users: 43 characters, as tokens have. */
export const tokens = slots.users.map((_, i) => `token-${i}`.padEnd(43, '-'));

/** A few passwords, so that steps often use the right one. */
const passwords = ['moss under the old stair', 'gr\u00fcner Tee \ud83c\udf75 um vier'];

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

const text = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...texts) },
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(...refused) },
);
/** Mostly a piece of what titles and descriptions are made of. */
const needle = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constantFrom(...texts), fc.nat(6), fc.integer({ min: 1, max: 6 })).map(
      // By UTF-16 units, so that halves of pairs are among them.
      ([from, start, length]) => from.slice(start, start + length),
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...refused, '%', '_', '\\', '"', "'", '*') },
);

const who = fc.constantFrom(...tokens);
const user = fc.constantFrom(...slots.users);
/** The admin, who may do most things. */
const admin = fc.constant(tokens[0] ?? '');
const bug = fc.constantFrom(...slots.bugs);
/** There in one case of three. */
const optional = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(fc.constant(undefined), fc.constant(undefined), value);
const defined = (record: object) => Object.entries(record).filter(([, value]) => value !== undefined);

const address = fc.oneof(
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
const inputs = {
  title: text,
  description: text,
  status: fc.constantFrom(...statuses),
  priority: fc.constantFrom(...priorities),
  assignedTo: fc.oneof(
    { weight: 6, arbitrary: user },
    { weight: 1, arbitrary: fc.constantFrom('', null, ...nothing, slots.bugs[0], 'me') },
  ),
};
const edit = fc.record(inputs, { requiredKeys: [] });
const filed = fc
  .tuple(edit, text, text)
  .map(([given, title, description]) => ({ title, description, status: 'open', priority: 'low', ...given }));

/** Where a list might go on, and mostly cannot. */
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
  // Given for another list, most likely.
  { weight: 1, arbitrary: fc.constantFrom(...slots.cursors) },
  { weight: 2, arbitrary: position },
);

const listed = fc
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

interface Sent {
  as?: fc.Arbitrary<string>;
  query?: fc.Arbitrary<[string, unknown][]>;
  body?: fc.Arbitrary<unknown>;
  headers?: fc.Arbitrary<Record<string, string>>;
}

function request(
  method: string,
  path: string | fc.Arbitrary<string>,
  { as = who, query, body, headers = fc.constant({}) }: Sent = {},
): fc.Arbitrary<FuzzRequest> {
  return fc
    .tuple(
      typeof path === 'string' ? fc.constant(path) : path,
      as,
      query ?? fc.constant([]),
      body ?? fc.constant(undefined),
      headers,
    )
    .map(([address_, token, pairs, value, more]) => ({
      method,
      path:
        pairs.length === 0
          ? address_
          : `${address_}?${new URLSearchParams(pairs.map(([name, one]) => [name, String(one)])).toString()}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...more,
      },
      body: body && JSON.stringify(value),
    }));
}

const ifMatch = fc.constantFrom(
  {},
  {},
  { 'if-match': '"1"' },
  { 'if-match': '"2", "3"' },
  { 'if-match': '*' },
  { 'if-match': 'W/"1"' },
);
const credentials = fc.record({
  email: address,
  password: fc.constantFrom(...passwords, 'neither of these'),
});
const profile = fc.record(
  {
    name: text,
    email: address,
    currentPassword: fc.constantFrom(...passwords),
    newPassword: fc.constantFrom(...passwords, 'password'),
  },
  { requiredKeys: [] },
);
const under = (path: string, ids: fc.Arbitrary<string>, end = '') => ids.map((id) => `${path}/${id}${end}`);
const auditQuery = fc
  .record({
    action: optional(fc.constantFrom(...auditActions)),
    user: optional(user),
    before: optional(fc.constantFrom(...slots.entries, ...nothing)),
  })
  .map(defined);

const comment = fc.constantFrom(...slots.comments);
const said = fc.record({
  body: fc.oneof(
    { weight: 3, arbitrary: text },
    { weight: 1, arbitrary: fc.constant('@User 1 and @User 3.') },
  ),
  mentions: optional(fc.array(user, { maxLength: 3 })),
});
const activityQuery = fc
  .record({
    around: optional(fc.constantFrom(...slots.comments, ...nothing)),
    from: optional(fc.constantFrom('start', 'end')),
    limit: optional(fc.constantFrom('1', '2', '5')),
  })
  .map(defined);
const reactionPath = comment.chain((id) =>
  fc.constantFrom(...reactionNames).map((name) => `/api/comments/${id}/reactions/${name}`),
);

const filing = request('POST', '/api/bugs', { body: filed });

/** Actions of users, with weights for their frequency. */
const ordinary: [weight: number, requests: fc.Arbitrary<FuzzRequest>][] = [
  [15, filing],
  [16, request('PUT', under('/api/bugs', bug), { as: fc.oneof(admin, who), body: edit, headers: ifMatch })],
  ...(['status', 'priority', 'assignedTo'] as const).map((name): [number, fc.Arbitrary<FuzzRequest>] => {
    const path = setBugField[name].path.replace('/api/bugs/:id', '');
    const body = fc.record({ [name]: inputs[name] });
    return [2, request('PUT', under('/api/bugs', bug, path), { body, headers: ifMatch })];
  }),
  [
    10,
    request('POST', under('/api/bugs', bug, '/comments'), {
      body: fc.tuple(said, optional(inputs.status)).map(([given, status]) => ({ ...given, status })),
    }),
  ],
  [4, request('PUT', under('/api/comments', comment), { body: said, headers: ifMatch })],
  [2, request('DELETE', under('/api/comments', comment), { headers: ifMatch })],
  [2, request('GET', under('/api/comments', comment))],
  [2, request('GET', under('/api/comments', comment, '/versions'))],
  [4, request('PUT', reactionPath)],
  [2, request('DELETE', reactionPath)],
  [8, request('GET', under('/api/bugs', bug, '/activity'), { query: activityQuery })],
  [5, request('DELETE', under('/api/bugs', bug), { as: fc.oneof(admin, who) })],
  [6, request('GET', under('/api/bugs', fc.constantFrom(...anyId)))],
  [40, request('GET', '/api/bugs', { query: listed })],
  [4, request('GET', '/api/bugs/stats')],
  [3, request('GET', '/api/users')],
  [2, request('GET', '/api/users/profile')],
  [2, request('PUT', '/api/users/profile', { body: profile })],
  [
    1,
    request('POST', '/api/users/register', { body: credentials.map((given) => ({ ...given, name: 'New' })) }),
  ],
  [2, request('POST', '/api/users/login', { body: credentials })],
  [1, request('POST', '/api/users/logout')],
  [3, request('GET', '/api/users/sessions')],
  [1, request('DELETE', under('/api/users/sessions', fc.constantFrom(...slots.sessions)))],
  [
    3,
    request('GET', '/api/admin/users', {
      as: admin,
      query: optional(needle).map((q) => defined({ q })),
    }),
  ],
  [
    1,
    request('PATCH', under('/api/admin/users', user), {
      body: fc.record({ role: fc.constantFrom('user', 'admin') }),
      as: admin,
    }),
  ],
  [4, request('GET', '/api/admin/audit', { as: admin, query: auditQuery })],
];

/** Valid, nearly valid and invalid requests by the contract's schemas. A stream is no answer to compare. */
const hostile = endpoints
  // How long answers took is no two times the same, and neither is the address that an upload is answered with.
  .filter((endpoint) => endpoint !== live && endpoint !== getTimes && !endpoint.upload)
  .map((endpoint) => requestsTo(endpoint, { ids: anyId, tokens }));

const pause = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(0, 0, 1, 40) },
  { weight: 4, arbitrary: fc.constantFrom(60_000, 400_000) },
);

const step: fc.Arbitrary<Step> = fc
  .tuple(
    fc.oneof(...ordinary.map(([weight, arbitrary]) => ({ weight, arbitrary })), {
      weight: 50,
      arbitrary: fc.oneof(...hostile),
    }),
    pause,
  )
  .map(([one, before]) => ({ ...one, pause: before }));

/** As many steps as are asked for, the same for the same seed; the first ones file some bugs. */
export function steps(seed: number, count: number): Step[] {
  const first = fc.sample(filing, { seed, numRuns: 40 }).map((one) => ({ ...one, pause: 1 }));
  return [...first, ...fc.sample(step, { seed, numRuns: count - first.length })];
}
