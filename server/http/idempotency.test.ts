import { expect, test } from 'vitest';
import { createInvitation } from '#contract/admin.ts';
import { createBug, deleteBug, listBugs } from '#contract/bugs.ts';
import { register } from '#contract/users.ts';
import { aBug, testApp } from '#server/test/harness.ts';

const app = await testApp();
const user = await app.user();
const other = await app.user();
const key = (name: string) => ({ 'idempotency-key': name });

const titled = async (title: string) => {
  const { body } = await user.call(listBugs, { query: {} });
  return body.filter((bug) => bug.title === title);
};

test('a bug that is sent twenty times at once is filed once, and every sender is told the same', async () => {
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

test('an account is made once, and its session is the same one', async () => {
  // Which of them is the quickest differs from one time to the next.
  for (let i = 0; i < 20; i += 1) {
    const body = { name: 'Once', email: `once${i}@example.com`, password: 'seven ducks and a pond' };
    const send = () => app.anonymous.call(register, { body }, key(`once ${i}`));
    const answers = [...(await Promise.all([send(), send(), send()])), await send()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body.token)).size).toBe(1);
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
});

test('what was deleted meanwhile is not filed again', async () => {
  const body = { ...aBug, title: 'Filed and deleted' };
  const first = await user.call(createBug, { body }, key('deleted'));
  await user.call(deleteBug, { params: { id: first.body._id } });
  expect((await user.call(createBug, { body }, key('deleted'))).body).toEqual(first.body);
  expect(await titled('Filed and deleted')).toEqual([]);
});

test('another body under the same key is refused, and changes nothing', async () => {
  await user.call(createBug, { body: { ...aBug, title: 'As it was' } }, key('edited'));
  const again = await user.call(createBug, { body: { ...aBug, title: 'As it is' } }, key('edited'));
  expect([again.status, again.error.code]).toEqual([422, 'idempotency_mismatch']);
  expect(await titled('As it is')).toEqual([]);
});

test('a key is its sender’s own, and each new key is a new request', async () => {
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

test('after a day, a key is new again', async () => {
  const body = { ...aBug, title: 'Day by day' };
  await user.call(createBug, { body }, key('day'));
  app.clock.offset += 24 * 60 * 60 * 1000 + 1;
  const tomorrow = await app.user();
  await tomorrow.call(createBug, { body }, key('day'));
  const kept = await app.store.db.selectFrom('kept_answers').selectAll().execute();
  app.clock.offset = 0;
  expect(kept).toHaveLength(1);
});

test('what is kept gives nothing away', async () => {
  const body = { name: 'Sealed', email: 'sealed@example.com', password: 'nine locks on the door' };
  const { token } = (await app.anonymous.call(register, { body }, key('sealed-key'))).body;
  const kept = await app.store.db.selectFrom('kept_answers').selectAll().execute();
  const stored = kept.map(({ sealed, ...row }) => JSON.stringify(row) + Buffer.from(sealed, 'base64')).join();
  for (const secret of [token, body.password, body.email, 'sealed-key']) expect(stored).not.toContain(secret);
});

test.each(['', 'x'.repeat(256), 'ключ'])('the key %j is refused', async (name) => {
  const bytes = Buffer.from(name, 'utf8').toString('latin1');
  const { status, error } = await user.call(createBug, { body: aBug }, key(bytes));
  expect([status, error.message]).toEqual([
    400,
    'Idempotency-Key must be 1 to 255 printable ASCII characters',
  ]);
});
