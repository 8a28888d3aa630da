import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { placeBug } from '#contract/bugs/board.ts';
import { setBugField } from '#contract/bugs/bug-work.ts';
import { markDuplicate, addRelation } from '#contract/bugs/relations.ts';
import { testApp } from '#server/test/harness.ts';
import { postgres } from './engine.ts';

const app = await testApp();
const ann = await app.user();

const isWaiting = async () => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    app.store.db,
  );
  return rows.length > 0;
};

async function aDuplicate() {
  const [bug, other] = [await app.bug(ann), await app.bug(ann)];
  await ann.call(markDuplicate, { params: { id: bug._id }, body: { bug: other._id } });
  return { bug, other };
}

test('an edit that ends a mark waits for the relations lock before it locks the bug', async () => {
  const { bug } = await aDuplicate();
  let editing: Promise<{ status: number }> | undefined;
  await app.store.write(async (tx) => {
    await sql`select ${postgres.relationsLock}`.execute(tx);
    editing = ann.call(setBugField.status, { params: { id: bug._id }, body: { status: 'open' } });
    await expect.poll(isWaiting).toBe(true);
    // Fails if another transaction has locked it.
    await sql`select id from bugs where id = ${bug._id} for update nowait`.execute(tx);
  });
  expect((await editing)?.status).toBe(200);
});

test('an edit that cannot end a duplicate mark does not wait for the relations lock', async () => {
  const { bug, other } = await aDuplicate();
  await app.store.write(async (tx) => {
    await sql`select ${postgres.relationsLock}`.execute(tx);
    const status = { params: { id: other._id }, body: { status: 'in-progress' } } as const;
    expect((await ann.call(setBugField.status, status)).status).toBe(200);
    const priority = { params: { id: bug._id }, body: { priority: 'high' } } as const;
    expect((await ann.call(setBugField.priority, priority)).status).toBe(200);
  });
});

test('relating bugs and ordering cards do not wait for each other', async () => {
  const [one, two] = [await app.bug(ann), await app.bug(ann)];
  const params = { id: one._id };
  await app.store.write(async (tx) => {
    await sql`select ${postgres.relationsLock}`.execute(tx);
    expect((await ann.call(placeBug, { params, body: { after: two._id } })).status).toBe(200);
  });
  await app.store.write(async (tx) => {
    for (const statement of postgres.holdCardOrder) await statement.execute(tx);
    const related = await ann.call(addRelation, { params, body: { kind: 'blocks', bug: two._id } });
    expect(related.status).toBe(200);
  });
});

test('a transaction that takes the relations lock too late is run again if it is held', async () => {
  let tries = 0;
  await app.store.write(async (holding) => {
    const { promise: isRetried, resolve } = Promise.withResolvers<void>();
    await sql`select ${postgres.relationsLock}`.execute(holding);
    const late = app.store.write(async (tx) => {
      tries += 1;
      if (tries === 2) return resolve();
      for (const statement of postgres.holdRelationsAtOnce) await statement.execute(tx);
    });
    await Promise.all([isRetried, late]);
  });
  expect(tries).toBe(2);
});

test('marking and editing the same bugs at once causes no deadlock', async () => {
  const { bug, other } = await aDuplicate();
  const deadlocks = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(app.store.db);
    const { rows } = await sql<{ deadlocks: string }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(app.store.db);
    return rows[0]?.deadlocks;
  };
  const before = await deadlocks();
  for (let i = 0; i < 15; i += 1) {
    const statuses = await Promise.all([
      ann.call(markDuplicate, { params: { id: bug._id }, body: { bug: other._id } }),
      ann.call(setBugField.status, { params: { id: bug._id }, body: { status: 'open' } }),
      ann.call(addRelation, { params: { id: bug._id }, body: { kind: 'related', bug: other._id } }),
      ann.call(setBugField.status, { params: { id: other._id }, body: { status: 'open' } }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
  expect(await deadlocks()).toBe(before);
});
