import { expect, test } from 'vitest';
import { bindQuery } from '#contract/query/bind.ts';
import { parseQuery } from '#contract/query/parse.ts';
import { testApp } from '#server/test/harness.ts';
import { resolve } from './resolve.ts';

const app = await testApp();
const people = 5_000;

/** Fields of people and of labels that count how often their lists and each name in them are read. */
function counting() {
  const count = { lists: 0, names: 0 };
  const named = async () => {
    count.lists += 1;
    return Array.from({ length: people }, (_, i) => ({
      _id: `id ${i}`,
      get name() {
        count.names += 1;
        return `Person ${i}`;
      },
    }));
  };
  return { named, count };
}

function resolved(text: string, fields: Record<string, ReturnType<typeof counting>>) {
  const { query } = parseQuery(text);
  if (!query) throw new Error(`${text} is not understood`);
  const { tree } = bindQuery(query, { me: '', now: new Date(0), zone: 'UTC' });
  if (!tree) throw new Error(`${text} is empty`);
  const served = Object.entries(fields).map(
    ([key, { named }]) => [key, { field: { key, name: key, kind: 'person' }, querying: { named } }] as const,
  );
  return resolve(app.store.db, new Map(served), tree);
}

test('the list of names is read once for all names and fields that a query asks for', async () => {
  const all = counting();
  const names = Array.from({ length: 10 }, (_, i) => `person ${i}`);
  const list = names.map((name) => `"${name}"`).join(',');
  await resolved(`reporter:${list} OR -assignee:${list}`, { createdBy: all, assignedTo: all });
  expect(all.count).toEqual({ lists: 1, names: people });
});

test('after an unknown name, no further names are looked up and few are compared', async () => {
  const [reporters, assignees] = [counting(), counting()];
  const query = 'reporter:persno1,persno2,persno3 OR assignee:persno4';
  await expect(resolved(query, { createdBy: reporters, assignedTo: assignees })).rejects.toMatchObject({
    extras: { body: { query: { start: 9, end: 16 } } },
  });
  expect(assignees.count.lists).toBe(0);
  expect(reporters.count.lists).toBe(1);
  expect(reporters.count.names).toBeLessThanOrEqual(people + 1_000);
});
