import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { updateManagedUser } from '#contract/admin/admin.ts';
import {
  getBugMentions,
  type Comment,
  createComment,
  getComment,
  updateComment,
} from '#contract/conversation/comments.ts';
import { createBug, deleteBug, getBug, updateBug } from '#contract/bugs/bugs.ts';
import { updateProfile } from '#contract/accounts/users.ts';
import { aBug, type TestUser, testApp } from '#server/test/harness.ts';

const app = await testApp();
const admin = await app.user({ name: 'Root', role: 'admin' });
const ann = await app.user({ name: 'Ann Lee' });
const bob = await app.user({ name: 'Bob' });
const same = await app.user({ name: 'Same Name' });
await app.user({ name: 'Same Name' });
const jose = await app.user({ name: 'José Müller Jr.' });
const bug = await app.bug(ann);

const send = (body: string, mentions?: readonly string[]) =>
  bob.call(createComment, {
    params: { id: bug._id },
    body: { body, ...(mentions && { mentions: [...mentions] }) },
  });
const namesIn = ({ mentions }: Comment) => mentions.map(({ name }) => name);
const suspend = ({ _id: id }: { _id: string }, suspended: boolean) =>
  admin.call(updateManagedUser, { params: { id }, body: { suspended } });

describe('without ids, a mention is an @ with the full name of exactly one person', () => {
  test.each([
    ['@Ann Lee', ['Ann Lee']],
    ['Thanks, @Ann Lee! And (@Bob).', ['Ann Lee', 'Bob']],
    ['@Bob @Bob\n@Bob', ['Bob']],
    ['@José Müller Jr. and others', ['José Müller Jr.']],
    ['@Ann', []],
    ['@Ann Leeds', []],
    ['@bob _@ann lee_, 请@Bob看一下', ['Ann Lee', 'Bob']],
    ['https://social.example/@Bob/1 [x](https://a.example/@Bob)\n\n    @Bob', []],
    ['@Same Name', []],
    ['mail@Bob', []],
    ['`@Bob` and ``a ` @Bob``', []],
    ['``` @Bob ``` `` @Ann Lee `` ` `` ``` `', []],
    ['` @Bob\n` `` ` @Ann Lee ` ``', []],
    ['```\n@Bob\n```\n@Ann Lee', ['Ann Lee']],
    ['~~~ts\n@Bob', []],
    ['> @Bob\n\n@Ann Lee', ['Ann Lee']],
    ['  > > a\r\n> ```\r\n> @Bob\r\n- 1. > @Bob\r\n@Ann Lee', ['Ann Lee']],
    ['> quoted\n@Bob\na > @Ann Lee', ['Ann Lee', 'Bob']],
  ])('%j', async (text, names) => {
    const { status, body } = await send(text);
    expect(status).toBe(201);
    expect(namesIn(body)).toEqual(names);
    expect((await bob.call(getComment, { params: { id: body._id } })).body.mentions).toEqual(body.mentions);
  });
});

describe('ids', () => {
  test('take precedence over the names in the text', async () => {
    const { body } = await send('@Bob', [ann._id, jose._id, ann._id]);
    expect(namesIn(body)).toEqual(['Ann Lee', 'José Müller Jr.']);
    expect(namesIn((await send('@Bob', [])).body)).toEqual([]);
  });

  test.each([
    [[bug._id], 'Only users whose accounts are not suspended can be mentioned'],
    [['x'], 'mentions must be the ids of at most 50 users'],
    [Array.from({ length: 51 }, () => ann._id), 'mentions must be the ids of at most 50 users'],
  ])('%j are refused', async (ids, message) => {
    const { status, error } = await send('Text', ids);
    expect([status, error.fields]).toEqual([400, { mentions: message }]);
  });
});

test('suspended users are not newly mentioned, but existing mentions remain', async () => {
  const eve = await app.user({ name: 'Eve' });
  const { body: comment } = await send('@Eve, look');
  const edit = async (body: string, mentions?: string[]) =>
    bob.call(updateComment, { params: { id: comment._id }, body: { body, ...(mentions && { mentions }) } });
  await suspend(eve, true);
  expect(namesIn((await send('@Eve')).body)).toEqual([]);
  expect((await send('@Eve', [eve._id])).status).toBe(400);
  expect(namesIn((await edit('@Eve, look here')).body)).toEqual(['Eve']);
  expect(namesIn((await edit('Look here')).body)).toEqual([]);
  expect((await edit('@Eve', [eve._id])).status).toBe(400);
});

test('changing only the mentions is an edit; sending the same ones is not', async () => {
  const { body: comment } = await send('@Bob');
  const edit = async (mentions: string[]) =>
    (await bob.call(updateComment, { params: { id: comment._id }, body: { body: '@Bob', mentions } })).body;
  expect(await edit([bob._id])).toEqual(comment);
  expect(await edit([ann._id])).toMatchObject({ version: 2, mentions: [{ name: 'Ann Lee' }] });
});

test('an edit keeps mentions whose names stay in the text, even ambiguous ones', async () => {
  const { body: comment } = await send('@Same Name\n- [ ] a task', [same._id]);
  const edit = async (body: string) =>
    namesIn((await bob.call(updateComment, { params: { id: comment._id }, body: { body } })).body);
  expect(await edit('@Same Name\n- [x] a task')).toEqual(['Same Name']);
  expect(await edit('Same Name\n- [x] a task')).toEqual([]);
});

test('a renamed user stays mentioned by the earlier name in the text, which is stored', async () => {
  const zoe = await app.user({ name: 'Zoe' });
  const { body: comment } = await send('Thanks, @Zoe');
  expect(comment.mentions).toEqual([{ _id: zoe._id, name: 'Zoe', typed: 'Zoe' }]);
  await zoe.call(updateProfile, { body: { name: 'Zora' } });
  await app.user({ name: 'Zoe' });
  const edit = async (body: string, mentions?: string[]) =>
    (
      await bob.call(updateComment, {
        params: { id: comment._id },
        body: { body, ...(mentions && { mentions }) },
      })
    ).body.mentions;
  const zora = { _id: zoe._id, name: 'Zora', typed: 'Zoe' };
  expect(await edit('Many thanks, @Zoe and @Bob')).toMatchObject([{ name: 'Bob' }, zora]);
  expect(await edit('Thanks, @Zoe', [zoe._id])).toEqual([zora]);
  expect(await edit('Thanks, @Zora, also as @Zoe, and @Zora')).toEqual([zora]);
  expect(await edit('Thanks, @Zora')).toEqual([{ ...zora, typed: 'Zora' }]);
});

describe('mentions of too many people in a short time', () => {
  const limited = async (burst: number) => {
    const tracker = await testApp({ settings: { mentions: { burst, perMinute: 1 / (24 * 60) } } });
    const users = await Promise.all(Array.from({ length: 5 }, () => tracker.user()));
    const [author, ...others] = users as [TestUser, ...TestUser[]];
    const report = await tracker.bug(author);
    const post = (mentions: TestUser[]) =>
      author.call(createComment, {
        params: { id: report._id },
        body: { body: 'Look', mentions: mentions.map(({ _id }) => _id) },
      });
    return { tracker, author, others, report, post };
  };

  test('are refused as a whole with the time to wait, and accepted after it', async () => {
    const { tracker, author, others, report, post } = await limited(3);
    const [ada, ben, cy, dee] = others as [TestUser, TestUser, TestUser, TestUser];
    const describing = (mentions: string[]) =>
      author.call(updateBug, { params: { id: report._id }, body: { title: 'Other', mentions } });
    expect((await describing([ada._id, ben._id])).status).toBe(200);
    // Authors who mention themselves, and users mentioned before, are not counted.
    const { status, body: comment } = await post([cy, author]);
    expect(status).toBe(201);
    const editing = (mentions: string[]) =>
      author.call(updateComment, { params: { id: comment._id }, body: { body: 'Look here', mentions } });
    const refused = [
      await post([dee]),
      await post([ada, dee]),
      await editing([cy._id, dee._id]),
      await author.call(updateBug, {
        params: { id: report._id },
        body: { title: 'Third', mentions: [dee._id] },
      }),
      await author.call(createBug, { body: { ...aBug, mentions: [dee._id] } }),
    ];
    for (const answer of refused) {
      expect([answer.status, answer.error.code]).toEqual([429, 'too_many_requests']);
      expect(answer.error.message).toMatch(
        /^You have mentioned too many people in a short time\. Try again in \d+ (day|hour)s?\.$/,
      );
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    // The refused filing took no number.
    expect((await tracker.bug(author)).number).toBe((report.number ?? 0) + 1);
    const { body: now } = await author.call(getBug, { params: { id: report._id } });
    expect(now).toMatchObject({ title: 'Other', comments: 1, version: 2 });
    expect((await author.call(getComment, { params: { id: comment._id } })).body).toEqual(comment);
    expect((await editing([cy._id])).status).toBe(200);
    expect((await post([])).status).toBe(201);
    tracker.clock.offset += 25 * 3_600_000;
    expect((await post([dee])).status).toBe(201);
  });

  test('are counted together in concurrent requests', async () => {
    const { others, post } = await limited(2);
    const statuses = await Promise.all(others.map(async (user) => (await post([user])).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, 429, 429]);
  });
});

describe('descriptions', () => {
  const file = (description: string, mentions?: string[]) =>
    bob.call(createBug, { body: { ...aBug, description, ...(mentions && { mentions }) } });
  const edit = (id: string, body: { description?: string; mentions?: string[]; title?: string }) =>
    bob.call(updateBug, { params: { id }, body });
  const mentionsOf = async (id: string) =>
    (await ann.call(getBugMentions, { params: { id } })).body.map(({ name }) => name);

  test('mention by the same rules as comments', async () => {
    const { body: filed } = await file('@Ann Lee and @José Müller Jr.');
    expect(await mentionsOf(filed._id)).toEqual(['Ann Lee', 'José Müller Jr.']);
    await edit(filed._id, { title: 'Other' });
    await edit(filed._id, { description: 'Not Ann, but @José Müller Jr.', title: 'Again' });
    expect(await mentionsOf(filed._id)).toEqual(['José Müller Jr.']);
    const { body: chosen } = await file('@Same Name', [same._id]);
    await edit(chosen._id, { description: '@Same Name: see above' });
    expect((await ann.call(getBugMentions, { params: { id: chosen._id } })).body).toEqual([
      { _id: same._id, name: 'Same Name', typed: 'Same Name' },
    ]);
    const { status, error } = await edit(chosen._id, { mentions: [bug._id] });
    expect([status, error.fields]).toEqual([
      400,
      { mentions: 'Only users whose accounts are not suspended can be mentioned' },
    ]);
    expect((await file('Text', [bug._id])).status).toBe(400);
  });

  test('can have other mentions without a new version of the bug', async () => {
    const { body: filed } = await file('@Ann Lee');
    const { body: after } = await edit(filed._id, { mentions: [jose._id] });
    expect(after.version).toBe(1);
    expect(await mentionsOf(filed._id)).toEqual(['José Müller Jr.']);
  });

  test('lose their mentions when the bug is deleted', async () => {
    const { body: filed } = await file('@Ann Lee');
    await bob.call(deleteBug, { params: { id: filed._id } });
    expect((await ann.call(getBugMentions, { params: { id: filed._id } })).status).toBe(404);
    const { rows } = await sql`select * from bug_mentions where bug_id = ${filed._id}`.execute(app.store.db);
    expect(rows).toEqual([]);
  });
});
