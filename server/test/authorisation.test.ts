import { expect, test } from 'vitest';
import { listManagedUsers, updateManagedUser } from '#contract/admin.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { listSessions } from '#contract/sessions.ts';
import { logout, updateProfile } from '#contract/users.ts';
import { type TestUser, aBug, password, testApp } from './harness.ts';

const app = await testApp();

const roles = ['anonymous', 'ended', 'suspended', 'other', 'creator', 'admin'] as const;
type Role = (typeof roles)[number];

/** What each role is answered. The first three have no live session, so one figure stands for them. */
function row(without: number, other: number, creator: number, admin: number): Record<Role, number> {
  return { anonymous: without, ended: without, suspended: without, other, creator, admin };
}

const everyoneSignedIn = row(401, 200, 200, 200);
const adminsOnly = row(401, 403, 403, 200);

/** One row for each endpoint; a new endpoint without one fails. */
const expected: Record<string, Record<Role, number>> = {
  'POST /api/users/register': row(201, 201, 201, 201),
  'POST /api/users/login': row(200, 200, 200, 200),
  'POST /api/users/logout': row(401, 204, 204, 204),
  'GET /api/users/profile': everyoneSignedIn,
  'PUT /api/users/profile': everyoneSignedIn,
  'GET /api/users/profile/email-changes': everyoneSignedIn,
  // Nobody has one that another session of theirs made.
  'DELETE /api/users/profile/email-changes/:id': row(401, 404, 404, 404),
  'GET /api/users': everyoneSignedIn,
  'GET /api/users/registration': row(200, 200, 200, 200),
  'GET /api/users/sessions': everyoneSignedIn,
  'DELETE /api/users/sessions': row(401, 204, 204, 204),
  // One's own; another's is not found, whoever asks.
  'DELETE /api/users/sessions/:id': row(401, 404, 204, 404),
  'GET /api/bugs/stats': everyoneSignedIn,
  'GET /api/stats/weekly': everyoneSignedIn,
  'GET /api/bugs': everyoneSignedIn,
  'GET /api/bugs/:id': everyoneSignedIn,
  'POST /api/bugs': row(401, 201, 201, 201),
  'PUT /api/bugs/:id': row(401, 403, 200, 200),
  'DELETE /api/bugs/:id': row(401, 403, 204, 204),
  'GET /api/bugs/:id/history': everyoneSignedIn,
  'GET /api/live': everyoneSignedIn,
  'GET /api/admin/users': adminsOnly,
  'PATCH /api/admin/users/:id': adminsOnly,
  'DELETE /api/admin/users/:id/sessions': row(401, 403, 403, 204),
  'DELETE /api/admin/users/:id/email-changes/:change': row(401, 403, 403, 204),
  'POST /api/admin/invitations': row(401, 403, 403, 201),
  'GET /api/admin/audit': adminsOnly,
  'GET /api/admin/backups': adminsOnly,
  'GET /api/admin/times': adminsOnly,
};

let count = 0;

/** A fresh cast for every call, as some calls end sessions. */
async function cast() {
  const [creator, other, admin, ended, suspended] = await Promise.all([
    app.user(),
    app.user(),
    app.user({ role: 'admin' }),
    app.user(),
    app.user(),
  ]);
  await ended.call(logout, {});
  await admin.call(updateManagedUser, { params: { id: suspended._id }, body: { suspended: true } });
  return { creator, other, admin, ended, suspended, anonymous: app.anonymous };
}

/** A valid body for the call. */
function bodyFor({ method, path }: Endpoint): object | undefined {
  count += 1;
  const bodies: Record<string, object> = {
    'POST /api/users/register': {
      name: 'New',
      email: `new${count}@example.com`,
      password: 'grass under glass',
    },
    'POST /api/users/login': { email: 'someone@example.com', password },
    'PUT /api/users/profile': { name: 'Renamed' },
    'POST /api/bugs': aBug,
    'PUT /api/bugs/:id': { title: 'Changed' },
    'PATCH /api/admin/users/:id': { role: 'user' },
  };
  return bodies[`${method} ${path}`];
}

/** Changes the user's address; the id of the change. */
async function changeEmail(user: TestUser, admin: TestUser): Promise<string> {
  await user.call(updateProfile, { body: { email: `changed-${user.email}` } });
  const { body } = await admin.call(listManagedUsers, { query: { q: user.email } });
  return body[0]?.emailChanges[0]?._id ?? '';
}

await app.user({ email: 'someone@example.com' });

test('every endpoint has a row, and every row an endpoint', () => {
  expect(Object.keys(expected).toSorted()).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});

test.each(
  endpoints.flatMap((endpoint) =>
    roles.map((role) => [endpoint.method, endpoint.path, role, endpoint] as const),
  ),
)('%s %s as %s', async (method, path, role, endpoint) => {
  const people = await cast();
  const bug = await app.bug(people.creator);
  const [session] = (await people.creator.call(listSessions, {})).body;
  const target = path.startsWith('/api/bugs')
    ? bug._id
    : path.startsWith('/api/admin')
      ? people.other._id
      : session?._id;
  const change = path.includes(':change') ? await changeEmail(people.other, people.admin) : '';
  const body = bodyFor(endpoint);
  const abort = new AbortController();
  const response = await fetch(app.url + path.replace(':id', target ?? '').replace(':change', change), {
    method,
    signal: abort.signal,
    headers: {
      ...(role !== 'anonymous' && { authorization: `Bearer ${people[role].token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  abort.abort();
  expect(response.status).toBe(expected[`${method} ${path}`]?.[role]);
});
