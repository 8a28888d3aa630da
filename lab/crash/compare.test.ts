import { copyFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Tx } from '#server/engine/schema.ts';
import { seeded } from '#server/seed/seeded-random.ts';
import { atEnd } from '#server/test/at-end.ts';
import { testApp } from '#server/test/harness.ts';
import { addField } from './beside.ts';
import { Ledger } from './ledger.ts';
import { look, observe } from './observer.ts';
import { sqliteSite } from './site.ts';
import { Writer } from './writer.ts';

/** A database that a writer has filled, and the ledger of what was acknowledged. */
async function filled() {
  const site = await sqliteSite();
  atEnd(() => site.remove());
  const app = await testApp({ databaseUrl: site.databaseUrl });
  const ledger = new Ledger();
  ledger.fieldId = await addField(site.databaseUrl);
  const observer = await observe(app.url, ledger);
  const known = { ledger, observer, filesFolder: app.settings.files.folder };
  /** Whether none of the bugs that the key begins with is deleted. */
  const isThere = (key: string, bugs: number) =>
    key
      .split(' ')
      .slice(0, bugs)
      .every((id) => ledger.bugs.has(id));
  const isOver = () => {
    const comments = [...ledger.comments.values()];
    return (
      ledger.deleted.size > 0 &&
      ledger.bugs.size > 2 &&
      ledger.watches.size > 0 &&
      [...ledger.votes.keys()].some((key) => isThere(key, 1)) &&
      [...ledger.relations].some((key) => isThere(key, 2)) &&
      comments.some(({ texts }) => texts.length > 0) &&
      comments.some(({ reactions }) => reactions.length > 0) &&
      [...ledger.files.values()].some(({ commentId }) => comments.some(({ _id }) => _id === commentId))
    );
  };
  const onFault = () => {};
  // With this seed it soon makes every kind of write.
  await new Writer({ url: app.url, ledger, random: seeded(3), name: 'w', onFault, isOver }, undefined).run();
  await app.runJobs();
  expect(await look(site.databaseUrl, app.url, known)).toEqual([]);
  await app.close();
  return { path: site.databaseUrl.slice('file:'.length), known };
}

/** The faults in a copy of the database after a change behind the server's back. */
async function after(
  { path, known }: Awaited<ReturnType<typeof filled>>,
  name: string,
  damage: (tx: Tx) => Promise<unknown>,
): Promise<Set<string>> {
  const copy = `${path}.${name}`;
  await copyFile(path, copy);
  const databaseUrl = `file:${copy}`;
  const app = await testApp({ databaseUrl });
  await app.store.write(damage);
  const faults = await look(databaseUrl, app.url, known);
  await app.close();
  return new Set(faults.map(({ kind, what }) => `${kind}: ${what.split(' ', 3).slice(0, 3).join(' ')}`));
}

test('every kind of deviation from the acknowledged state is found', async () => {
  const lastBug = (tx: Tx) => tx.selectFrom('bugs').select('id').orderBy('number', 'desc').limit(1);
  const cases: [string, (tx: Tx) => Promise<unknown>][] = [
    [
      'lost: #',
      async (tx) => {
        await tx.deleteFrom('resolutions').execute();
        await tx.deleteFrom('bugs').where('id', '=', lastBug(tx)).execute();
      },
    ],
    [
      'half done: #',
      (tx) =>
        tx
          .updateTable('bugs')
          .set({ priority: 2, status: 2, description: 'x' })
          .where('id', '=', lastBug(tx))
          .execute(),
    ],
    ['lost: the comment', (tx) => tx.deleteFrom('comments').execute()],
    ['lost: the comment', (tx) => tx.deleteFrom('comment_mentions').execute()],
    ['lost: the comment', (tx) => tx.deleteFrom('comment_versions').execute()],
    ['lost: the comment', (tx) => tx.deleteFrom('comment_reactions').execute()],
    ['lost: the row', (tx) => tx.deleteFrom('inbox').execute()],
    ['lost: the row', (tx) => tx.updateTable('inbox').set({ latest_at: '2026-01-01' }).execute()],
    ['half done: the row', (tx) => tx.updateTable('inbox').set({ state: 'done' }).execute()],
    ['lost: the vote', (tx) => tx.deleteFrom('bug_votes').execute()],
    ['lost: the vote', (tx) => tx.updateTable('bug_votes').set({ environment: '' }).execute()],
    ['lost: the relation', (tx) => tx.deleteFrom('bug_relations').execute()],
    ['half done: the relation', (tx) => tx.deleteFrom('relation_changes').execute()],
    ['half done: #', (tx) => tx.deleteFrom('bug_custom_values').execute()],
    ['lost: the watch', (tx) => tx.deleteFrom('watches').execute()],
    ['lost: the file', (tx) => tx.deleteFrom('files').execute()],
    ['lost: the file', (tx) => tx.updateTable('files').set({ loose_since: '2026-01-01' }).execute()],
    [
      'half done: the content',
      (tx) =>
        tx
          .updateTable('files')
          .set({ sha256: '0'.repeat(64) })
          .execute(),
    ],
    ['half done: the change', (tx) => tx.deleteFrom('changes').where('seq', '=', 3).execute()],
    [
      'half done: the counter',
      (tx) => tx.updateTable('counters').set({ value: 99 }).where('name', '=', 'bugs').execute(),
    ],
    [
      'half done: w.',
      (tx) =>
        tx
          .deleteFrom('sessions')
          .where('user_id', 'in', tx.selectFrom('bugs').select('created_by'))
          .execute(),
    ],
  ];
  const origin = await filled();
  for (const [i, [expected, damage]] of cases.entries()) {
    const found = [...(await after(origin, String(i), damage))];
    expect([expected, found.some((line) => line.startsWith(expected))]).toEqual([expected, true]);
  }
});
