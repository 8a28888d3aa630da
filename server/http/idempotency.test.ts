import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createInvitation } from '#contract/admin/admin.ts';
import { createBug, deleteBug, listBugs, updateBug } from '#contract/bugs/bugs.ts';
import { createView } from '#contract/bugs/views.ts';
import { createComponent } from '#contract/classification/components.ts';
import { createCustomField } from '#contract/classification/custom-fields.ts';
import { createLabel } from '#contract/classification/labels.ts';
import { createVersion } from '#contract/classification/versions.ts';
import { createComment } from '#contract/conversation/comments.ts';
import { getProfile, login, register } from '#contract/accounts/users.ts';
import { aBug, password, testApp } from '#server/test/harness.ts';

const app = await testApp();
const user = await app.user();
const other = await app.user();
const key = (name: string) => ({ 'idempotency-key': name });

const titled = async (title: string) => {
  const { body } = await user.call(listBugs, { query: {} });
  return body.filter((bug) => bug.title === title);
};

test('a bug sent twenty times at once is filed once, with one response for all', async () => {
  const body = { ...aBug, title: 'Twenty times' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => user.call(createBug, { body }, key('twenty'))),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  for (const header of ['etag', 'location'])
    expect(new Set(answers.map(({ headers }) => headers.get(header))).size).toBe(1);
  const replayed = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
  expect(replayed).toHaveLength(19);
  expect(await titled('Twenty times')).toEqual([answers[0]?.body]);
});

test('an account is created once, and a repeated registration signs in', async () => {
  // Repeated, because the fastest request differs each time.
  for (let i = 0; i < 5; i += 1) {
    const body = { name: 'Once', email: `once${i}@example.com`, password: 'seven ducks and a pond' };
    const send = (changes = {}) =>
      app.anonymous.call(register, { body: { ...body, ...changes } }, key(`once ${i}`));
    const answers = [...(await Promise.all([send(), send(), send()])), await send()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body._id)).size).toBe(1);
    for (const { token } of answers.map((answer) => answer.body))
      expect((await app.as(token).call(getProfile, {})).status).toBe(200);
    for (const changes of [{ password: 'eight ducks and a pond' }, { name: 'Twice' }])
      expect((await send(changes)).error.code).toBe('idempotency_mismatch');
    expect((await app.anonymous.call(register, { body })).error.code).toBe('email_taken');
  }
});

test('an invitation is made once', async () => {
  const admin = await app.user({ role: 'admin' });
  const first = await admin.call(createInvitation, {}, key('link'));
  const second = await admin.call(createInvitation, {}, key('link'));
  expect(second.body).toEqual(first.body);
  const links = await app.store.db.selectFrom('invitations').selectAll().execute();
  expect(links).toHaveLength(1);
  // Its response is a secret, so the same key in another session gets a new one.
  const { body } = await app.anonymous.call(login, { body: { email: admin.email, password } });
  const third = await app.as(body.token).call(createInvitation, {}, key('link'));
  expect(third.body.url).not.toBe(first.body.url);
});

test('a repeated request gets the bug as it is now, or its id once it is deleted', async () => {
  const body = { ...aBug, title: 'Filed, edited and deleted' };
  const send = () => user.call(createBug, { body }, key('deleted'));
  const { _id } = (await send()).body;
  const edited = await user.call(updateBug, { params: { id: _id }, body: { description: 'Edited' } });
  const second = await send();
  expect([second.status, second.body]).toEqual([201, edited.body]);
  expect(second.headers.get('etag')).toBe(edited.headers.get('etag'));
  await user.call(deleteBug, { params: { id: _id } });
  const third = await send();
  expect([third.status, third.body]).toEqual([201, { _id }]);
  expect(third.headers.get('idempotency-replayed')).toBe('true');
  expect(await titled(body.title)).toEqual([]);
});

test('each endpoint returns what it has made to a repeated request', async () => {
  const admin = await app.user({ role: 'admin' });
  const bug = await app.bug(admin);
  const name = { name: 'Once' };
  const calls = [
    () => admin.call(createComment, { params: { id: bug._id }, body: { body: 'Once' } }, key('one')),
    () => admin.call(createView, { body: { ...name, query: 'status:open' } }, key('one')),
    () => admin.call(createLabel, { body: { ...name, color: 'red' } }, key('one')),
    () => admin.call(createComponent, { body: name }, key('one')),
    () => admin.call(createVersion, { body: { ...name, state: 'planned' } }, key('one')),
    () => admin.call(createCustomField, { body: { ...name, kind: 'text' } }, key('one')),
  ];
  for (const call of calls) {
    const [first, second] = [await call(), await call()];
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  }
});

test('another body under the same key is refused, and changes nothing', async () => {
  await user.call(createBug, { body: { ...aBug, title: 'As it was' } }, key('edited'));
  const again = await user.call(createBug, { body: { ...aBug, title: 'As it is' } }, key('edited'));
  expect([again.status, again.error.code]).toEqual([422, 'idempotency_mismatch']);
  expect(await titled('As it is')).toEqual([]);
});

test('the same key of another sender, or another key, is a new request', async () => {
  const body = { ...aBug, title: 'Everyone’s' };
  const mine = await user.call(createBug, { body }, key('1'));
  const theirs = await other.call(createBug, { body }, key('1'));
  const next = await user.call(createBug, { body }, key('2'));
  const ids = [mine, theirs, next].map((answer) => answer.body._id);
  expect(new Set(ids).size).toBe(3);
});

test('a request that failed is carried out when it is sent again', async () => {
  const body = { ...aBug, title: 'Late assignee', assignedTo: '00000000-0000-7000-8000-000000000000' };
  expect((await user.call(createBug, { body }, key('failed'))).status).toBe(400);
  const mended = { ...body, assignedTo: other._id };
  expect((await user.call(createBug, { body: mended }, key('failed'))).status).toBe(201);
});

test('a key is deleted after a day', async () => {
  const body = { ...aBug, title: 'Day by day' };
  await user.call(createBug, { body }, key('day'));
  app.clock.offset += 24 * 60 * 60 * 1000 + 1;
  const tomorrow = await app.user();
  await tomorrow.call(createBug, { body }, key('day'));
  await app.runJob('clean up responses');
  const stored = await app.store.db.selectFrom('idempotency_keys').selectAll().execute();
  app.clock.offset = 0;
  expect(stored).toHaveLength(1);
});

test('the stored keys reveal neither passwords nor links', async () => {
  const body = { name: 'Sealed', email: 'sealed@example.com', password: 'nine locks on the door' };
  const admin = await app.user({ role: 'admin' });
  await app.store.write((tx) => tx.deleteFrom('idempotency_keys').execute());
  const { token } = (await app.anonymous.call(register, { body }, key('1'))).body;
  const { password: secret, ...rest } = body;
  const { url } = (await admin.call(createInvitation, {}, key('1'))).body;
  const stored = await app.store.db.selectFrom('idempotency_keys').selectAll().execute();
  const request = JSON.stringify(['POST', '/api/users/register', null, '1']);
  // No hash contains the password, which could be guessed.
  const fingerprint = hash('sha256', `${request}\n${JSON.stringify(rest)}`, 'base64url');
  expect(stored.map((row) => row.fingerprint)).toContain(fingerprint);
  const text = JSON.stringify([stored, await app.store.db.selectFrom('invitations').selectAll().execute()]);
  for (const hidden of [token, secret, body.email, url.slice(-32), admin.token])
    expect(text).not.toContain(hidden);
});

test.each(['', 'x'.repeat(256), 'ключ'])('the key %j is refused', async (name) => {
  const bytes = Buffer.from(name, 'utf8').toString('latin1');
  const { status, error } = await user.call(createBug, { body: aBug }, key(bytes));
  expect([status, error.message]).toEqual([
    400,
    'Idempotency-Key must be 1 to 255 printable ASCII characters',
  ]);
});
