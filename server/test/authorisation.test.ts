import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logout } from '#contract/accounts/users.ts';
import { updateManagedUser } from '#contract/admin/admin.ts';
import { bugWorkPermissions } from '#contract/bugs/bug-work.ts';
import type { Bug } from '#contract/bugs/bugs.ts';
import { relationPermissions } from '#contract/bugs/relations.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints, permissions } from '#contract/index.ts';
import { can, type Permission } from '#contract/permissions.ts';
import { featureRows } from './feature-rows.ts';
import { testApp } from './harness.ts';
import { type Kind, kinds, type People, type Row } from './rows.ts';

// Nothing is sent: no jobs run.
const mail = { url: 'smtp://127.0.0.1:1', from: { name: 'Katydid', address: 'bugs@example.com' } };
const app = await testApp({ settings: { mail } });

const rows = Object.fromEntries(featureRows.flatMap((feature) => Object.entries(feature.endpoints(app))));
const resources = Object.fromEntries(
  featureRows.flatMap((feature) => Object.entries(feature.resources ?? {})),
);

/** The status that follows from the contract's permissions. */
function expectedStatus(
  endpoint: Endpoint,
  { kind, people, bug, row }: { kind: Kind; people: People; bug: Bug; row: Row },
): number {
  const { access, status } = endpoint;
  if (access === 'public') return status;
  if (kind === 'anonymous' || kind === 'ended' || kind === 'suspended') return 401;
  if (access !== 'signed-in') {
    const resource = access.on === undefined ? undefined : resources[access.on]?.(bug, people[kind]);
    if (!can(people[kind], access as Permission<unknown>, resource)) return row.isHidden ? 404 : 403;
  }
  return row.owner === undefined || [row.owner].flat().includes(kind) ? status : 404;
}

/** A new cast for every call that succeeds and changes something, because some calls end sessions. */
async function cast(): Promise<People> {
  const [creator, assignee, other, admin, ended, suspended] = await Promise.all([
    app.user(),
    app.user(),
    app.user(),
    app.user({ role: 'admin' }),
    app.user(),
    app.user(),
  ]);
  await ended.call(logout, {});
  await admin.call(updateManagedUser, { params: { id: suspended._id }, body: { suspended: true } });
  return { creator, assignee, other, admin, ended, suspended };
}

async function scene() {
  const people = await cast();
  return { people, bug: await app.bug(people.creator, { assignedTo: people.assignee._id }) };
}

const shared = await scene();

const key = ({ method, path }: Endpoint) => `${method} ${path}`;

test('every row has an endpoint', () => {
  expect(endpoints.map(key)).toEqual(expect.arrayContaining(Object.keys(rows)));
});

test('every permission protects an endpoint and is listed', () => {
  const needed = new Set(endpoints.flatMap(({ access }) => (typeof access === 'object' ? access : [])));
  expect(new Set(permissions)).toEqual(needed);
});

test('SECURITY.md lists the endpoints for users who can work on a bug', async () => {
  const security = await readFile(join(import.meta.dirname, '../../SECURITY.md'), 'utf8');
  const [, list = ''] =
    /Users who can work on a bug can call (.*?) of `\/api\/bugs\/\{id\}`/s.exec(security) ?? [];
  const listed = [...list.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name);
  const open = endpoints.filter(
    ({ access }) =>
      access === bugWorkPermissions.work ||
      access === bugWorkPermissions.assign ||
      access === relationPermissions.relate,
  );
  const names = new Set(open.map(({ path }) => path.replace('/api/bugs/:id/', '').replace(/\/.*/, '')));
  expect(listed.toSorted()).toEqual([...names].toSorted());
});

test('seven endpoints need no session', () => {
  expect(endpoints.filter(({ access }) => access === 'public').map(key)).toEqual([
    'POST /api/users/register',
    'POST /api/users/login',
    'GET /api/users/registration',
    'POST /api/users/password-reset',
    'PUT /api/users/password-reset',
    'POST /api/users/take-back-email',
    'POST /api/users/confirm-email',
  ]);
});

/**
 * The kinds of callers of an endpoint. Without a check of the session, they do not differ, and hashing a password takes
 * long.
 */
const kindsFor = ({ access }: Endpoint) => (access === 'public' ? (['anonymous', 'ended'] as const) : kinds);

test.each(
  endpoints.flatMap((endpoint) => kindsFor(endpoint).map((kind) => [key(endpoint), kind, endpoint] as const)),
)('%s as %s', async (name, kind, endpoint) => {
  const row = rows[name] ?? {};
  const changesNothing =
    endpoint.method === 'GET' || expectedStatus(endpoint, { ...shared, kind, row }) >= 400;
  // A call that is allowed by mistake changes data that later rows share, so the first failure is the cause.
  const { people, bug } = changesNothing ? shared : await scene();
  const id = (await row.id?.(people, bug)) ?? '';
  const params: Record<string, string> = (await row.params?.(people)) ?? {};
  const json = await row.body?.(people);
  const body = json ? JSON.stringify(json) : row.form?.();
  const abort = new AbortController();
  const address = endpoint.path.replaceAll(/:(\w+)/g, (_, parameter: string) => params[parameter] ?? id);
  const response = await fetch(app.url + address + (row.query ?? ''), {
    method: endpoint.method,
    signal: abort.signal,
    headers: {
      ...(kind !== 'anonymous' && { authorization: `Bearer ${people[kind].token}` }),
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
  });
  abort.abort();
  expect(response.status).toBe(expectedStatus(endpoint, { kind, people, bug, row }));
});
