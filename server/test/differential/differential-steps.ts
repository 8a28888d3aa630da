import fc from 'fast-check';
import { auditActions } from '#contract/admin/audit.ts';
import { setBugField } from '#contract/bugs/bug-work.ts';
import { endpoints } from '#contract/index.ts';
import { live } from '#contract/live.ts';
import { getTimes } from '#contract/admin/admin.ts';
import { reactionNames } from '#contract/conversation/comments.ts';
import {
  address,
  admin,
  anyId,
  bug,
  defined,
  edit,
  filed,
  inputs,
  listed,
  needle,
  nothing,
  optional,
  passwords,
  slots,
  text,
  tokens,
  user,
  who,
} from './differential-values.ts';
import { type FuzzRequest, requestsTo } from '#server/test/fuzz/fuzz-requests.ts';

/** A request with placeholders for ids, which differ by engine. */
export interface Step extends FuzzRequest {
  /** The milliseconds that pass before the request. */
  pause: number;
}

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

/**
 * Valid, nearly valid and invalid requests by the contract's schemas. Streams are left out, because they are not
 * answers that can be compared.
 */
const hostile = endpoints
  // The times of answers always differ, as does the address in the answer to an upload.
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

/** Returns `count` steps, which are the same for the same seed. The first ones file some bugs. */
export function steps(seed: number, count: number): Step[] {
  const first = fc.sample(filing, { seed, numRuns: 40 }).map((one) => ({ ...one, pause: 1 }));
  return [...first, ...fc.sample(step, { seed, numRuns: count - first.length })];
}
