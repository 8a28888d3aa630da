import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createComment, deleteComment } from '#contract/conversation/comments.ts';
import type { Tx } from '#server/db/schema.ts';
import { countMentions } from '#server/features/comments/mentions.ts';
import { defaultSettings } from '#server/settings.ts';
import { testApp } from '#server/test/harness.ts';

const app = await testApp();
const ann = await app.user();

/**
 * Whether a transaction waits for a lock. Not read in a transaction, in which pg_stat_activity is a snapshot of the
 * first look.
 */
async function isOneWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    app.store.db,
  );
  return rows.length > 0;
}

test('deleting a comment does not lock it while waiting for the lock on its bug', async () => {
  const bug = await app.bug(ann);
  const { _id: id } = (await ann.call(createComment, { params: { id: bug._id }, body: { body: 'Text' } }))
    .body;
  let deleting: Promise<{ status: number }> | undefined;
  await app.store.write(async (tx) => {
    await sql`select id from bugs where id = ${bug._id} for update`.execute(tx);
    deleting = ann.call(deleteComment, { params: { id } });
    await expect.poll(isOneWaiting).toBe(true);
    // Refused if another transaction has it.
    await sql`select id from comments where id = ${id} for update nowait`.execute(tx);
  });
  expect((await deleting)?.status).toBe(204);
});

test('units of work that share a commit count the mentions of their users in one order', async () => {
  const [first, second] = (await Promise.all([app.user(), app.user()])).toSorted((a, b) =>
    a._id < b._id ? -1 : 1,
  );
  if (!first || !second) throw new Error('There are two users');
  const mention = { _id: ann._id, name: ann.name, typed: ann.name };
  const count = (caller: typeof first) =>
    app.store.write(
      async (tx) => {
        const by = { caller, settings: defaultSettings, now: () => new Date() };
        countMentions(tx, by, { before: [], after: [mention] });
        const { rows } = await sql<{ id: string }>`select pg_current_xact_id() as id`.execute(tx);
        return rows[0]?.id;
      },
      { sharesCommit: true },
    );
  const lock = (tx: Tx, user: typeof first) =>
    sql`select key from rate_limits where key = ${`mentions:${user._id}`} for update nowait`.execute(tx);
  await Promise.all([count(first), count(second)]);
  let counting: Promise<unknown[]> | undefined;
  await app.store.write(async (tx) => {
    await lock(tx, first);
    counting = Promise.all([count(second), count(first)]);
    await expect.poll(isOneWaiting).toBe(true);
    // Free, because the first one is to be locked before it.
    await lock(tx, second);
  });
  expect(new Set(await counting).size).toBe(1);
});
