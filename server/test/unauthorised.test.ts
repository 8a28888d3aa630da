import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priorities, statuses } from '#contract/bugs/bug-fields.ts';
import * as bugs from '#contract/bugs/bugs.ts';
import * as users from '#contract/accounts/users.ts';
import { aBug, testApp } from './harness.ts';

const app = await testApp();
const [creator, other] = [await app.user(), await app.user()];
const bug = await app.bug(creator, { assignedTo: other._id });

/** Every row of the tables, without the times when sessions were last used. */
async function dump() {
  const [rows, accounts, sessions] = await Promise.all([
    app.store.db.selectFrom('bugs').selectAll().orderBy('number').execute(),
    app.store.db.selectFrom('users').selectAll().orderBy('id').execute(),
    app.store.db.selectFrom('sessions').select(['token_hash', 'user_id']).orderBy('token_hash').execute(),
  ]);
  return JSON.stringify([rows, accounts, sessions]);
}

const edit = fc.record(
  {
    title: fc.string({ minLength: 1 }),
    description: fc.string({ minLength: 1 }),
    status: fc.constantFrom(...statuses),
    priority: fc.constantFrom(...priorities),
    assignedTo: fc.constantFrom(null, '', creator._id, other._id),
    createdBy: fc.constant(other._id),
    role: fc.constant('admin'),
  },
  { requiredKeys: [] },
);
const headers = fc.record(
  {
    'if-match': fc.constantFrom('*', '"1"', '"2"'),
    'x-http-method-override': fc.constant('DELETE'),
    'x-forwarded-for': fc.ipV4(),
  },
  { requiredKeys: [] },
);

test('what another user sends to a bug never changes a row', async () => {
  const before = await dump();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('PUT', 'DELETE'), edit, headers, async (method, body, extra) => {
      const json = { 'content-type': 'application/json', ...extra };
      const { status } = await other.send(method, `/api/bugs/${bug._id}`, {
        body: JSON.stringify(body),
        headers: json,
      });
      expect([400, 403]).toContain(status);
      expect(await dump()).toBe(before);
    }),
    { numRuns: 150 },
  );
});

test('requests without a session never change a row, with any token', async () => {
  const before = await dump();
  const closed = [bugs.createBug, bugs.updateBug, bugs.deleteBug, users.updateProfile, users.logout];
  const token = fc.oneof(
    fc.constant(''),
    fc.stringMatching(/^[\w-]{43}$/),
    fc.constant(creator.token.slice(0, -1)),
    fc.constant(`${creator.token}A`),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...closed), edit, token, async ({ method, path }, body, forged) => {
      const authorization = { 'content-type': 'application/json', authorization: `Bearer ${forged}` };
      const sent = { body: JSON.stringify({ ...aBug, ...body }), headers: authorization };
      expect((await app.anonymous.send(method, path.replace(':id', bug._id), sent)).status).toBe(401);
      expect(await dump()).toBe(before);
    }),
    { numRuns: 150 },
  );
});

test('another user’s address is never sent', async () => {
  const answers = await Promise.all(
    [
      '/api/users',
      '/api/bugs',
      `/api/bugs/${bug._id}`,
      '/api/bugs/stats',
      '/api/bugs?limit=5&q=list',
      '/api/users/profile',
    ].map((path) => other.send('GET', path)),
  );
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(creator.email);
  }
  expect((await other.send('GET', `/api/bugs?q=${encodeURIComponent(creator.email)}`)).body).toEqual([]);
});
