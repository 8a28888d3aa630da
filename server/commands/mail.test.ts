import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/engine/open.ts';
import { atEnd } from '#server/test/at-end.ts';
import { testApp } from '#server/test/harness.ts';
import { backlogLimits } from '#server/features/mail-in/incoming.ts';
import { testDatabase } from '#server/test/database.ts';
import { Program } from '#server/test/server-process.ts';
import { mailIn } from './mail.ts';

/** The exit code of the process that the mail server starts. */
async function deliver(databaseUrl: string, message: string | Uint8Array): Promise<number | null> {
  const program = new Program(['server/cli.ts', 'mail', 'in'], { DATABASE_URL: databaseUrl });
  program.child.stdin?.on('error', () => {});
  program.child.stdin?.end(message);
  return program.ended();
}

test('a message is stored with or without a running server', { tags: ['slow'] }, async () => {
  const databaseUrl = await testDatabase();
  const app = await testApp({ databaseUrl });
  expect(await deliver(databaseUrl, 'From: ann@example.com\r\n\r\nOne')).toBe(0);
  await app.close();
  expect(await deliver(databaseUrl, 'From: ann@example.com\r\n\r\nTwo')).toBe(0);
  const store = await openDatabase(databaseUrl, { exclusive: false });
  atEnd(() => store.close());
  const mails = await store.db.selectFrom('incoming_mails').select('raw').orderBy('id').execute();
  const ends = mails.map(({ raw }) => Buffer.from(raw, 'base64').toString().slice(-3));
  expect(ends).toEqual(['One', 'Two']);
  const jobs = await store.db
    .selectFrom('jobs')
    .select('state')
    .where('kind', '=', 'incoming mail')
    .execute();
  expect(jobs).toEqual([{ state: 'waiting' }, { state: 'waiting' }]);
});

test(
  'the mail server retries if there is no database, but not if the message is empty',
  { tags: ['slow'] },
  async () => {
    const codes = await Promise.all([
      deliver('file:/nonexistent/katydid.db', 'From: ann@example.com\r\n\r\nOne'),
      deliver('nonsense', 'From: ann@example.com\r\n\r\nOne'),
      deliver(await testDatabase(), ''),
    ]);
    expect(codes).toEqual([75, 75, 65]);
  },
);

test('the mail server retries while too many messages are waiting', async () => {
  const databaseUrl = await testDatabase();
  await (await testApp({ databaseUrl })).close();
  const take = () =>
    mailIn({ databaseUrl }, Readable.from([Buffer.from('From: a\r\n\r\nOne')]), {
      ...backlogLimits,
      all: 10,
    });
  await take();
  // Without a specific exit code: `mail in` exits with 75.
  await expect(take()).rejects.toMatchObject({ message: 'Too many messages are waiting.', exitCode: 1 });
});
