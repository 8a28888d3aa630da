import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { updateBug } from '#contract/bugs/bugs.ts';
import { createComment } from '#contract/conversation/comments.ts';
import { testApp } from '#server/test/harness.ts';
import { findActivities } from '#server/extensions/bug-activity.ts';
import { findBug } from './bug-queries.ts';

const isPostgres = inject('engine') === 'postgres';

test('a mail reads no descriptions from the history, and uses indexes', async () => {
  const app = await testApp();
  const [ann, bob] = [await app.user(), await app.user({ role: 'admin' })];
  const bug = await app.bug(ann, { title: 'As filed' });
  const edit = (body: object) => bob.call(updateBug, { params: { id: bug._id }, body });
  const long = 'Lorem "field":"title" ipsum. '.repeat(3_000);
  for (const n of [1, 2, 3]) await edit({ description: `${long}${n}` });
  await edit({ description: `${long}4`, title: 'Renamed', status: 'resolved' });
  await edit({ description: 'Short' });
  await bob.call(createComment, { params: { id: bug._id }, body: { body: 'The last' } });

  const nodes: RootOperationNode[] = [];
  let characters = 0;
  const meter: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node);
      return node;
    },
    async transformResult({ result }) {
      characters += JSON.stringify(result.rows).length;
      return result;
    },
  };
  const named = await app.store.write((tx) => findBug(tx.withPlugin(meter), bug._id));
  expect(named).toMatchObject({ title: 'Renamed', firstTitle: 'As filed' });
  // That entry was read whole, with the description that was changed together with the title.
  characters = 0;
  const period = { bugId: bug._id, from: '2020-01-01T00:00:00.000Z', until: '2100-01-01T00:00:00.000Z' };
  const wanted = { userId: ann._id, periods: [period], most: 30, textLength: 100 };
  const found = await app.store.write((tx) => findActivities(tx.withPlugin(meter), [], wanted));
  const actions = found
    .get(bug._id)
    ?.events.map(({ actions: all }) =>
      all.map(({ is, field, to }) => (field ? `${field}: ${String(to)}` : is)),
    );
  const description = ['description: undefined'];
  expect(actions).toEqual([
    description,
    description,
    description,
    expect.arrayContaining(['title: Renamed', 'description: undefined', 'status: resolved']),
    description,
    ['commented'],
  ]);
  expect(characters).toBeLessThan(10_000);

  const plans = await app.store.write(async (tx) => {
    // With so few rows, PostgreSQL would scan the table.
    if (isPostgres) await sql`set local enable_seqscan = off`.execute(tx);
    const lines: string[] = [];
    for (const node of nodes) {
      const { sql: text, parameters } = app.store.db
        .getExecutor()
        .compileQuery(node, { queryId: 'explained' });
      const explain = isPostgres ? 'explain' : 'explain query plan';
      const { rows } = await tx.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
      lines.push(JSON.stringify(rows));
    }
    return lines.join('\n');
  });
  for (const index of ['history_of_titles', 'history_by_time', 'comments_by_change'])
    expect(plans).toContain(index);
});
