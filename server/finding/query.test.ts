import { describe, expect, test } from 'vitest';
import { type Bug, deleteBug, listBugs, updateBug } from '#contract/bugs/bugs.ts';
import { createComment } from '#contract/conversation/comments.ts';
import { createLabel } from '#contract/classification/labels.ts';
import { testApp } from '#server/test/harness.ts';

const begun = Date.parse('2026-06-10T12:00:00Z');
const app = await testApp({ time: () => begun });
const admin = await app.user({ name: 'Root', role: 'admin' });
const ada = await app.user({ name: 'Ada Okafor' });
const ben = await app.user({ name: 'Ben' });
const { _id: crash } = (
  await admin.call(createLabel, { body: { name: 'crash', color: 'red', description: '' } })
).body;

const at = (hours: number) => {
  app.clock.offset = hours * 3_600_000;
};
at(0);
const first = await app.bug(ada, { title: 'First crash', status: 'resolved', assignedTo: ben._id });
at(11.75);
const second = await app.bug(ben, { title: 'Second', labels: [crash], priority: 'high' });
await ben.call(createComment, { params: { id: second._id }, body: { body: 'A zebra' } });
at(30);
await app.bug(ada, { title: 'Third', description: 'See http://example.org', assignedTo: ada._id });

type Query = Record<string, string>;

async function find(query: string, others: Query = {}, by = ada): Promise<string[]> {
  const { status, body, error } = await by.call(listBugs, { query: { query, ...others } });
  if (status !== 200) throw new Error(error.message);
  return body.map(({ title }) => title);
}

describe('GET /api/bugs?query=', () => {
  test.each([
    ['', ['Third', 'Second', 'First crash']],
    ['crash', ['First crash']],
    ['label:crash', ['Second']],
    ['label:CRASH OR crash', ['Second', 'First crash']],
    ['-label:crash', ['Third', 'First crash']],
    ['-assignee:ben', ['Third', 'Second']],
    ['assignee:none,@me', ['Third', 'Second']],
    ['reporter:"ada okafor"', ['Third', 'First crash']],
    ['reporter:okaf', ['Third', 'First crash']],
    [`reporter:${ada._id}`, ['Third', 'First crash']],
    ['status:open priority:>=medium', ['Third', 'Second']],
    ['status:open status:resolved', []],
    ['number:2', ['Second']],
    ['number:1..2 sort:created', ['First crash', 'Second']],
    ['number:99999999999', []],
    ['comments:>0', ['Second']],
    ['has:comments,labels', ['Second']],
    ['-has:files sort:title', ['First crash', 'Second', 'Third']],
    ['zebra', []],
    ['zebra in:comments', ['Second']],
    ['http://example.org', ['Third']],
    ['title:third OR description:nothing sort:-title', ['Third', 'Second', 'First crash']],
  ])('%j finds %j', async (query, titles) => {
    expect(await find(query)).toEqual(titles);
  });

  test('days are those of the time zone, and relative days depend on the time of the request', async () => {
    // 23:45 in UTC.
    expect(await find('created:2026-06-10')).toEqual(['Second', 'First crash']);
    expect(await find('created:2026-06-10', { zone: 'Europe/Berlin' })).toEqual(['First crash']);
    expect(await find('created:-1d')).toEqual(['Second', 'First crash']);
    expect(await find('created:today', { limit: '5' })).toEqual(['Third']);
    at(60);
    // The same address, without a commit in between.
    expect(await find('created:today', { limit: '5' })).toEqual([]);
    expect(await find('created:>=-2d')).toEqual(['Third']);
    at(30);
  });

  test('other parameters narrow the result, but the sort in the query takes precedence', async () => {
    expect(await find('crash OR third', { status: 'open' })).toEqual(['Third']);
    expect(await find('status:open,resolved', { status: 'resolved' })).toEqual(['First crash']);
    expect(await find('first', { q: 'crash' })).toEqual(['First crash']);
    expect(await find('first', { q: 'zebra in:comments' })).toEqual([]);
    expect(await find('zebra in:comments', { q: 'second' })).toEqual(['Second']);
    expect(await find('sort:title', { sort: '-title' })).toEqual(['First crash', 'Second', 'Third']);
    expect(await find('-zebra', { sort: 'title' })).toEqual(['First crash', 'Second', 'Third']);
  });

  test('pages have the number of matches and lead to each other', async () => {
    const titles: string[] = [];
    const query = { query: '-zebra sort:-title', zone: 'Asia/Tokyo', limit: '2' };
    for (let next: string | undefined = `/api/bugs?${new URLSearchParams(query).toString()}`; next;) {
      const { body, headers } = await ada.send('GET', next);
      titles.push(...(body as Bug[]).map(({ title }) => title));
      expect(headers.get('x-total-count')).toBe('3');
      next = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(titles).toEqual(['Third', 'Second', 'First crash']);
  });

  test('the next answer shows a change of what the query asks for', async () => {
    const query = 'reporter:ben OR title:fourth';
    const fourth = await app.bug(ada, { title: 'Fourth' });
    expect(await find(query)).toEqual(['Fourth', 'Second']);
    await ada.call(updateBug, { params: { id: fourth._id }, body: { title: 'Fifth' } });
    expect(await find(query)).toEqual(['Second']);
    await ada.call(deleteBug, { params: { id: fourth._id } });
  });

  test('@me is the user of the request', async () => {
    expect(await find('reporter:@me', {}, ben)).toEqual(['Second']);
    expect(await find('-reporter:@me', {}, ben)).toEqual(['Third', 'First crash']);
    expect(await find('-reporter:@me', {}, ada)).toEqual(['Second']);
  });

  test.each<[string, string, object]>([
    [
      'stauts:open',
      'Unknown field `stauts`. Did you mean `status`? To search for the text, put it in quotes.',
      {
        start: 0,
        end: 6,
        fixes: [
          { start: 0, end: 6, text: 'status' },
          { start: 0, end: 11, text: '"stauts:open"' },
        ],
      },
    ],
    [
      'x label:none,crahs',
      '`label` has no value `crahs`. Did you mean `crash`?',
      { start: 13, end: 18, fixes: [{ start: 13, end: 18, text: 'crash' }] },
    ],
    [
      'assignee:"Ada Okafro"',
      'No user is called `Ada Okafro`. Did you mean `Ada Okafor`?',
      { start: 9, end: 21, fixes: [{ start: 9, end: 21, text: '"Ada Okafor"' }] },
    ],
    ['-(reporter:zed)', 'No user is called `zed`.', { start: 11, end: 14, fixes: [] }],
    ['a OR', 'Something is missing beside `OR`', { start: 2, end: 4, fixes: [] }],
  ])('400 for %j, with the position and suggestions', async (query, message, place) => {
    const { status, error } = await ada.call(listBugs, { query: { query } });
    expect([status, error.code, error.message, error.fields, error['query']]).toEqual([
      400,
      'invalid_input',
      message,
      { query: message },
      place,
    ]);
    expect(error.i18n.message.key).toMatch(/^query\./);
  });

  test.each([
    [{ query: 'a'.repeat(2_001) }, 'query'],
    [{ query: 'a\0b' }, 'query'],
    [{ query: 'a', zone: 'Nowhere/City' }, 'zone'],
    [{ query: 'a', zone: '' }, 'zone'],
    [{ query: 'a', zone: '../../etc/localtime' }, 'zone'],
  ])('400 for %j', async (query: Query, field) => {
    const { status, error } = await ada.call(listBugs, { query });
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
  });

  test('q is searched for literally', async () => {
    const { body } = await ada.call(listBugs, { query: { q: 'label:crash' } });
    expect(body).toEqual([]);
    expect((await ada.call(listBugs, { query: { q: '-( OR' } })).status).toBe(200);
    expect((await ada.call(listBugs, { query: { q: 'first' } })).body[0]?._id).toBe(first._id);
  });

  test('the largest query is answered', async () => {
    const list = Array.from({ length: 100 }, (_, i) => `-t${i}`).join(' OR ');
    expect(await find(list)).toHaveLength(3);
    const nested = `${'-('.repeat(10)}zebra${')'.repeat(10)}`;
    expect(await find(nested)).toEqual([]);
    expect(await find(`reporter:${Array.from({ length: 20 }, () => 'ben').join(',')}`)).toEqual(['Second']);
  });
});
