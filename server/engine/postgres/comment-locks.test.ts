import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createComment, deleteComment } from '#contract/conversation/comments.ts';
import { testApp } from '#server/test/harness.ts';

const app = await testApp();
const ann = await app.user();

/**
 * Whether a transaction waits for a lock. Not read in a transaction, where pg_stat_activity does not change after it is
 * first read.
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
    // Fails if another transaction has locked it.
    await sql`select id from comments where id = ${id} for update nowait`.execute(tx);
  });
  expect((await deleting)?.status).toBe(204);
});
