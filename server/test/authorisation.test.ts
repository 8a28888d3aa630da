import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  confirmUserEmail,
  createResetLink,
  listManagedUsers,
  updateManagedUser,
} from '#contract/admin/admin.ts';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints, permissions } from '#contract/index.ts';
import { createComment } from '#contract/conversation/comments.ts';
import { can, type Permission } from '#contract/permissions.ts';
import { createComponent } from '#contract/classification/components.ts';
import { createCustomField } from '#contract/classification/custom-fields.ts';
import { createLabel } from '#contract/classification/labels.ts';
import { askReporter } from '#contract/bugs/questions.ts';
import { bugWorkPermissions } from '#contract/bugs/bug-work.ts';
import { relationPermissions } from '#contract/bugs/relations.ts';
import { createVersion } from '#contract/classification/versions.ts';
import { createView } from '#contract/bugs/views.ts';
import { defaultMailSettings } from '#contract/conversation/mail.ts';
import { listSessions } from '#contract/accounts/sessions.ts';
import { logout, updateProfile } from '#contract/accounts/users.ts';
import { insertConfirmation } from '#server/features/users/email/email-confirmation-queries.ts';
import { namedToken } from '#server/features/users/link-tokens.ts';
import { fileStoreOf } from '#server/files/file-store.ts';
import { type TestUser, aBug, password, testApp } from './harness.ts';
import { insertMailedText } from '#server/features/mail-in/queries.ts';
import { uploaded } from './uploads.ts';

// Nothing is sent: no jobs run.
const mail = { url: 'smtp://127.0.0.1:1', from: { name: 'Katydid', address: 'bugs@example.com' } };
const app = await testApp({ settings: { mail } });

/** The kinds of callers; the first three have no live session. */
const kinds = ['anonymous', 'ended', 'suspended', 'other', 'creator', 'assignee', 'admin'] as const;
type Kind = (typeof kinds)[number];
type Cast = Awaited<ReturnType<typeof cast>>;

/** Further data for a request to an endpoint. */
interface Row {
  /** The id in the address. */
  id?: (people: Cast, bug: Bug) => Promise<string> | string;
  /** A valid query. */
  query?: string;
  /** A valid body. */
  body?: (people: Cast) => object | Promise<object>;
  /** A valid form, for an upload. */
  form?: () => FormData;
  /** Whether those who lack the permission are answered that it does not exist. */
  isHidden?: boolean;
  /** Who owns the resource, where all other users are answered that it does not exist. */
  owner?: Kind | 'no one';
}

const ofBug: Row = { id: (_, bug) => bug._id };
const ofUser: Row = { id: ({ other }) => other._id };

const aLabel = () => ({ name: `Label ${(count += 1)}`, color: 'red' as const });
const ofLabel: Row = {
  id: async ({ admin }) => (await admin.call(createLabel, { body: aLabel() })).body._id,
};

const aComponent = () => ({ name: `Component ${(count += 1)}` });
const ofComponent: Row = {
  id: async ({ admin }) => (await admin.call(createComponent, { body: aComponent() })).body._id,
};

const aField = () => ({ name: `Field ${(count += 1)}`, kind: 'text' as const });
const ofField: Row = {
  id: async ({ admin }) => (await admin.call(createCustomField, { body: aField() })).body._id,
};

const aVersion = () => ({ name: `Version ${(count += 1)}`, state: 'planned' as const });
const ofVersion: Row = {
  id: async ({ admin }) => (await admin.call(createVersion, { body: aVersion() })).body._id,
};

const aView = () => ({ name: `View ${(count += 1)}`, query: 'status:open', isShared: true });
const ofView: Row = {
  id: async ({ creator }) => (await creator.call(createView, { body: aView() })).body._id,
};

const ofQuestion: Row = {
  async id({ creator }, { _id: id }) {
    await creator.call(askReporter, { params: { id }, body: { text: 'Which version?' } });
    return id;
  },
};

const ofComment: Row = {
  id: async ({ creator }, bug) => {
    const input = { params: { id: bug._id }, body: { body: 'A comment' } };
    return (await creator.call(createComment, input)).body._id;
  },
};

const ofMailed: Row = {
  async id(users, bug) {
    const id = (await ofComment.id?.(users, bug)) ?? '';
    const mailed = { comment_id: id, text: 'The whole message', is_trimmed: 1 };
    await app.store.write((tx) => insertMailedText(tx, mailed));
    return id;
  },
};

const ofFile: Row = { id: async ({ creator }) => (await uploaded(creator))._id, owner: 'creator' };

const ofInbox: Row = {
  id: async ({ creator, other }) => {
    const { _id: id } = await app.bug(creator);
    await other.call(createComment, { params: { id }, body: { body: 'A comment' } });
    await app.runJobs();
    return id;
  },
  owner: 'creator',
};

const aForm = () => {
  const form = new FormData();
  form.append('file', new Blob(['Notes']), 'notes.txt');
  return form;
};

/** One row for each endpoint; a new endpoint without one fails. */
const rows: Record<string, Row> = {
  'POST /api/users/register': {
    body: () => ({ name: 'New', email: `new${(count += 1)}@example.com`, password: 'grass under glass' }),
  },
  'POST /api/users/login': { body: () => ({ email: 'someone@example.com', password }) },
  'POST /api/users/logout': {},
  'GET /api/users/profile': {},
  'PUT /api/users/profile': { body: () => ({ name: 'Renamed' }) },
  'POST /api/users/password-reset': { body: () => ({ email: 'someone@example.com' }) },
  'POST /api/users/take-back-email': {
    body: async ({ admin, other }) => ({
      token: await namedToken(fileStoreOf(app.settings), 'take back email', await changeEmail(other, admin)),
    }),
  },
  'POST /api/users/confirm-email': {
    body: async ({ other }) => {
      const waiting = { userId: other._id, email: other.email };
      const id = await app.store.write((tx) => insertConfirmation(tx, waiting, new Date()));
      return { token: await namedToken(fileStoreOf(app.settings), 'confirm email', id) };
    },
  },
  'PUT /api/users/password-reset': {
    body: async ({ admin, other }) => ({
      token: await resetToken(admin, other._id),
      newPassword: 'grass under glass',
    }),
  },
  'GET /api/users/profile/email-changes': {},
  'DELETE /api/users/profile/email-changes/:id': { ...ofBug, owner: 'no one' },
  // Addresses do not have to be confirmed.
  'POST /api/users/profile/email-confirmation': { owner: 'no one' },
  'DELETE /api/users/profile/pending-email': { owner: 'no one' },
  'GET /api/users': {},
  'GET /api/users/registration': {},
  'GET /api/setup': {},
  'GET /api/users/sessions': {},
  'DELETE /api/users/sessions': {},
  'DELETE /api/users/sessions/:id': {
    id: async ({ creator }) => (await creator.call(listSessions, {})).body[0]?._id ?? '',
    owner: 'creator',
  },
  'GET /api/bugs/stats': {},
  'GET /api/stats/weekly': {},
  'GET /api/bugs': {},
  'GET /api/bugs/settings': {},
  'GET /api/bugs/references': { query: '?numbers=1' },
  'GET /api/bugs/likely-duplicates': { query: '?title=Menu' },
  'GET /api/bugs/:id': ofBug,
  'POST /api/bugs': { body: () => aBug },
  'PUT /api/bugs/:id': { ...ofBug, body: () => ({ title: 'Changed' }) },
  'PUT /api/bugs/:id/status': { ...ofBug, body: () => ({ status: 'resolved' }) },
  // The bug is open, and has none.
  'PUT /api/bugs/:id/resolution': { ...ofBug, body: () => ({ resolution: null }) },
  'PUT /api/bugs/:id/fixed-in': { ...ofBug, body: () => ({ fixedIn: null }) },
  'PUT /api/bugs/:id/priority': { ...ofBug, body: () => ({ priority: 'high' }) },
  'PUT /api/bugs/:id/assignee': { ...ofBug, body: () => ({ assignedTo: '' }) },
  'PUT /api/bugs/:id/triaged': { ...ofBug, body: () => ({ triaged: true }) },
  'PUT /api/bugs/:id/question': { ...ofBug, body: () => ({ text: 'Which version?' }) },
  'DELETE /api/bugs/:id/question': ofQuestion,
  'GET /api/triage/snoozes': {},
  'GET /api/triage': {},
  'POST /api/triage/accepted': { body: () => ({ upTo: 1 }) },
  'PUT /api/triage/snoozes/:id': { ...ofBug, body: () => ({ until: null }) },
  'DELETE /api/bugs/:id': ofBug,
  'GET /api/bugs/:id/relations': ofBug,
  'PUT /api/bugs/:id/relations': {
    ...ofBug,
    // The other direction would depend on the permission for the other bug.
    body: async ({ admin }) => ({ kind: 'blocked-by', bug: (await app.bug(admin))._id }),
  },
  'DELETE /api/bugs/:id/relations/:kind/:other': ofBug,
  'PUT /api/bugs/:id/duplicate-of': {
    ...ofBug,
    body: async ({ admin }) => ({ bug: (await app.bug(admin))._id }),
  },
  'DELETE /api/bugs/:id/duplicate-of': ofBug,
  'GET /api/bugs/:id/history': ofBug,
  'GET /api/bugs/:id/mentions': ofBug,
  'GET /api/bugs/:id/activity': ofBug,
  'POST /api/bugs/:id/comments': { ...ofBug, body: () => ({ body: 'A comment' }) },
  'GET /api/comments/:id': ofComment,
  'PUT /api/comments/:id': { ...ofComment, body: () => ({ body: 'Changed' }) },
  'DELETE /api/comments/:id': ofComment,
  'GET /api/comments/:id/versions': ofComment,
  'GET /api/comments/:id/mail': ofMailed,
  'PUT /api/comments/:id/reactions/:name': ofComment,
  'DELETE /api/comments/:id/reactions/:name': ofComment,
  'GET /api/bugs/:id/reactions': ofBug,
  'PUT /api/bugs/:id/reactions/:name': ofBug,
  'DELETE /api/bugs/:id/reactions/:name': ofBug,
  'POST /api/files': { form: aForm },
  'GET /api/files': { query: '?ids=01900000-0000-7000-8000-000000000000' },
  'GET /api/files/limits': {},
  'GET /api/files/:id': ofFile,
  'GET /api/files/:id/content': ofFile,
  'DELETE /api/files/:id': { id: ofFile.id!, isHidden: true },
  'GET /api/bugs/:id/votes': ofBug,
  'PUT /api/bugs/:id/vote': { ...ofBug, body: () => ({ environment: 'Firefox 151' }) },
  'DELETE /api/bugs/:id/vote': ofBug,
  'PUT /api/bugs/:id/watch': ofBug,
  'DELETE /api/bugs/:id/watch': ofBug,
  'GET /api/bugs/:id/watchers': ofBug,
  'GET /api/inbox': {},
  'GET /api/inbox/count': {},
  'PUT /api/inbox': { body: () => ({ bugIds: [], state: 'done' }) },
  'PUT /api/inbox/:bugId': { ...ofInbox, body: () => ({ state: 'done' }) },
  'POST /api/inbox/read-all': { body: () => ({}) },
  'GET /api/labels': {},
  'GET /api/labels/settings': {},
  'POST /api/labels': { body: aLabel },
  'PUT /api/labels/:id': { ...ofLabel, body: () => ({ archived: true }) },
  'DELETE /api/labels/:id': ofLabel,
  'GET /api/components': {},
  'POST /api/components': { body: aComponent },
  'PUT /api/components/:id': { ...ofComponent, body: () => ({ archived: true }) },
  'DELETE /api/components/:id': ofComponent,
  'PUT /api/bugs/:id/position': {
    ...ofBug,
    body: async ({ creator }) => ({ before: (await app.bug(creator))._id }),
  },
  'GET /api/custom-fields': {},
  'POST /api/custom-fields': { body: aField },
  'PUT /api/custom-fields/:id': { ...ofField, body: () => ({ archived: true }) },
  'PUT /api/custom-fields/:id/position': { ...ofField, body: () => ({ before: null }) },
  'GET /api/versions': {},
  'GET /api/versions/progress': {},
  'GET /api/versions/:id': ofVersion,
  'GET /api/versions/:id/bugs': { ...ofVersion, query: '?list=open' },
  'POST /api/versions': { body: aVersion },
  'PUT /api/versions/:id': { ...ofVersion, body: () => ({ state: 'archived' }) },
  'PUT /api/versions/:id/position': { ...ofVersion, body: () => ({ before: null }) },
  'DELETE /api/versions/:id': ofVersion,
  'GET /api/views': {},
  'GET /api/views/counts': {},
  'POST /api/views': { body: aView },
  'PUT /api/views/order': { body: () => ({ views: [{ _id: 'unassigned', isPinned: true }] }) },
  'PUT /api/views/:id': { ...ofView, body: () => ({ query: 'status:resolved' }) },
  'DELETE /api/views/:id': ofView,
  'GET /api/live': {},
  'GET /api/mail': {},
  'GET /api/users/mail-settings': {},
  'PUT /api/users/mail-settings': { body: () => defaultMailSettings },
  'GET /api/users/mail-preview': { query: '?kind=digest' },
  'POST /api/admin/mail/test': {},
  'GET /api/admin/users': {},
  'PATCH /api/admin/users/:id': { ...ofUser, body: () => ({ role: 'user' }) },
  'DELETE /api/admin/users/:id/sessions': ofUser,
  'DELETE /api/admin/users/:id/email-changes/:change': ofUser,
  'POST /api/admin/users/:id/confirm-email': {
    ...ofUser,
    async body({ other }) {
      const waiting = { userId: other._id, email: other.email };
      await app.store.write((tx) => insertConfirmation(tx, waiting, new Date()));
      return { email: other.email };
    },
  },
  'POST /api/admin/users/:id/reset-link': ofUser,
  'POST /api/admin/invitations': {},
  'GET /api/admin/audit': {},
  'GET /api/admin/backups': {},
  'GET /api/admin/jobs': {},
  // No job is dead.
  'POST /api/admin/jobs/:id/retry': { ...ofBug, owner: 'no one' },
  'DELETE /api/admin/jobs/:id': { ...ofBug, owner: 'no one' },
  'POST /api/admin/jobs/release': {},
  'GET /api/admin/times': {},
};

/** The resource that a permission is decided with, by the kind that it names. */
const resources: Record<string, (bug: Bug, actor: TestUser) => unknown> = {
  bug: (bug) => ({ ...bug, workers: 'assignee' }),
  bugs: (bug) => ({ bugs: [bug], workers: 'assignee' }),
  comment: (bug) => ({ author: bug.createdBy }),
  file: (bug) => ({ createdBy: bug.createdBy, isAttached: false }),
  watching: (_, { _id: userId }) => ({ userId }),
  question: (bug) => ({ by: bug.createdBy }),
  view: (bug) => ({ owner: bug.createdBy, isShared: true }),
  'label settings': () => ({ creators: 'admins' }),
};

/** The status that the contract's permissions give. */
function expectedStatus(
  endpoint: Endpoint,
  { kind, people, bug, row }: { kind: Kind; people: Cast; bug: Bug; row: Row },
): number {
  const { access, status } = endpoint;
  if (access === 'public') return status;
  if (kind === 'anonymous' || kind === 'ended' || kind === 'suspended') return 401;
  if (access !== 'signed-in') {
    const resource = access.on === undefined ? undefined : resources[access.on]?.(bug, people[kind]);
    if (!can(people[kind], access as Permission<unknown>, resource)) return row.isHidden ? 404 : 403;
  }
  return row.owner === undefined || row.owner === kind ? status : 404;
}

let count = 0;

/** A fresh cast for every call that succeeds and changes something, as some calls end sessions. */
async function cast() {
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
  return { creator, assignee, other, admin, ended, suspended, anonymous: app.anonymous };
}

/** Changes the user's address; the id of the change. */
async function changeEmail(user: TestUser, admin: TestUser): Promise<string> {
  const body = { email: `changed-${user.email}` };
  await user.call(updateProfile, { body });
  await admin.call(confirmUserEmail, { params: { id: user._id }, body });
  const users = (await admin.call(listManagedUsers, { query: { q: user.email } })).body;
  return users[0]?.emailChanges[0]?._id ?? '';
}

/** The token of a new reset link. */
async function resetToken(admin: TestUser, id: string): Promise<string> {
  const { body } = await admin.call(createResetLink, { params: { id } });
  return new URL(body.url).hash.slice(1);
}

async function scene() {
  const people = await cast();
  return { people, bug: await app.bug(people.creator, { assignedTo: people.assignee._id }) };
}

const shared = await scene();
await app.user({ email: 'someone@example.com' });
const unrelated = await app.bug(shared.people.admin);

const key = ({ method, path }: Endpoint) => `${method} ${path}`;

test('every endpoint has a row, and every row an endpoint', () => {
  expect(Object.keys(rows).toSorted()).toEqual(endpoints.map(key).toSorted());
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
    ({ access }) => access === bugWorkPermissions.work || access === relationPermissions.relate,
  );
  const names = new Set(open.map(({ path }) => path.replace('/api/bugs/:id/', '').replace(/\/.*/, '')));
  expect(listed.toSorted()).toEqual([...names].toSorted());
});

test('seven endpoints need no session', () => {
  expect(endpoints.filter(({ access }) => access === 'public').map(key)).toEqual([
    'POST /api/users/register',
    'POST /api/users/login',
    'POST /api/users/password-reset',
    'PUT /api/users/password-reset',
    'POST /api/users/take-back-email',
    'POST /api/users/confirm-email',
    'GET /api/users/registration',
  ]);
});

/** Without a check of the session, the kinds do not differ; and a password takes long to hash. */
const kindsFor = ({ access }: Endpoint) => (access === 'public' ? (['anonymous', 'ended'] as const) : kinds);

test.each(
  endpoints.flatMap((endpoint) => kindsFor(endpoint).map((kind) => [key(endpoint), kind, endpoint] as const)),
)('%s as %s', async (name, kind, endpoint) => {
  const row = rows[name] ?? {};
  const changesNothing =
    endpoint.method === 'GET' || expectedStatus(endpoint, { ...shared, kind, row }) >= 400;
  // A call that is allowed by mistake changes what the rows after it share: the first failure is the cause.
  const { people, bug } = changesNothing ? shared : await scene();
  const id = (await row.id?.(people, bug)) ?? '';
  const change = name.includes(':change') ? await changeEmail(people.other, people.admin) : '';
  const json = await row.body?.(people);
  const body = json ? JSON.stringify(json) : row.form?.();
  const abort = new AbortController();
  const address = endpoint.path
    .replace(/:(id|bugId)/, id)
    .replace(':change', change)
    .replace(':name', '+1')
    .replace(':kind/:other', `blocks/${unrelated._id}`);
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
