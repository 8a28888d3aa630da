import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import type { Tx } from '#server/db/schema.ts';
import { seeded } from '#server/seeded-random.ts';
import { type ServerProcess, startServer } from '#server/test/server-process.ts';
import { Ledger } from './ledger.ts';
import { look, observe } from './observer.ts';
import { sqliteSite } from './site.ts';
import { Writer } from './writer.ts';

/** A database that a writer has filled, and what is found after something was done to it behind the server's back. */
async function after(damage: (tx: Tx, server: ServerProcess) => Promise<unknown>) {
  const site = await sqliteSite();
  const server = await startServer(site.databaseUrl);
  const ledger = new Ledger();
  const observer = await observe(server.url, ledger);
  const isOver = () => ledger.deleted.size > 0 && ledger.bugs.size > 2;
  const onFault = () => {};
  await new Writer(
    { url: server.url, ledger, random: seeded(1), name: 'w', onFault, isOver },
    undefined,
  ).run();
  expect(await look(site.databaseUrl, server.url, { ledger, observer })).toEqual([]);
  const store = await openDatabase(site.databaseUrl, { exclusive: false });
  await store.write((tx) => damage(tx, server));
  await store.close();
  const faults = await look(site.databaseUrl, server.url, { ledger, observer });
  await server.stop();
  await site.remove();
  return new Set(faults.map(({ kind, what }) => `${kind}: ${what.split(' ', 3).slice(0, 3).join(' ')}`));
}

test('every kind of deviation from the acknowledged state is detected', { tags: ['slow'] }, async () => {
  const lastBug = (tx: Tx) => tx.selectFrom('bugs').select('id').orderBy('number', 'desc').limit(1);
  const cases: [string, (tx: Tx) => Promise<unknown>][] = [
    ['lost: #', (tx) => tx.deleteFrom('bugs').where('id', '=', lastBug(tx)).execute()],
    [
      'half done: #',
      (tx) =>
        tx
          .updateTable('bugs')
          .set({ priority: 2, status: 2, description: 'x' })
          .where('id', '=', lastBug(tx))
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
  for (const [expected, damage] of cases) {
    const found = [...(await after(damage))];
    expect([expected, found.some((line) => line.startsWith(expected))]).toEqual([expected, true]);
  }
});
