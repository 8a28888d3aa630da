import { expect, inject, test } from 'vitest';
import { createComment } from '#contract/conversation/comments.ts';
import { testDatabase } from '#server/test/database.ts';
import { testApp } from '#server/test/harness.ts';
import { type mailSink as MailSink, mailSink } from '#server/test/mail/mail-sink.ts';
import { Program } from '#server/test/server-process.ts';

const engine = inject('engine');

/** A database with a bug that this many users watch and that someone has just commented on. */
async function watched(sink: Awaited<ReturnType<typeof MailSink>>, watchers: number) {
  const databaseUrl = await testDatabase();
  const mail = { url: sink.url, from: { name: 'Katydid', address: 'bugs@example.com' } };
  const app = await testApp({ databaseUrl, settings: { mail } });
  const author = await app.user({ email: 'author@example.com' });
  const bug = await app.bug(author);
  const users = await Promise.all(Array.from({ length: watchers }, () => app.user()));
  const at = new Date().toISOString();
  await app.store.write((tx) =>
    tx
      .insertInto('watches')
      .values(users.map(({ _id }) => ({ bug_id: bug._id, user_id: _id, is_on: 1, at })))
      .execute(),
  );
  await author.call(createComment, { params: { id: bug._id }, body: { body: 'To all' } });
  await app.runJobs();
  await app.close();
  return {
    addresses: users.map(({ email }) => email).toSorted(),
    start: () =>
      new Program(['server/test/mail/mail-process.ts'], {
        DATABASE_URL: databaseUrl,
        SMTP_URL: sink.url,
        FILES_FOLDER: app.settings.files.folder,
        OFFSET: '180000',
      }),
  };
}

test.runIf(engine === 'sqlite')(
  'a kill in the middle loses no message, and repeats few, with the same Message-ID',
  { tags: ['slow'] },
  async () => {
    const sink = await mailSink();
    const { addresses, start } = await watched(sink, 60);
    const first = start();
    await expect.poll(() => sink.messages.length, { interval: 5 }).toBeGreaterThan(10);
    await first.stop('SIGKILL');
    const sentBefore = sink.messages.length;
    expect(sentBefore).toBeLessThan(60);
    expect((await start().closed()).code).toBe(0);
    const ids = Map.groupBy(sink.messages, ({ to }) => to[0] ?? '');
    expect([...ids.keys()].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(addresses);
    // No more are repeated than were being sent concurrently.
    expect(sink.messages.length).toBeLessThanOrEqual(62);
    for (const same of ids.values()) expect(new Set(same.map(({ parsed }) => parsed.messageId)).size).toBe(1);
  },
);

test.runIf(engine === 'postgres')('two instances send each message once', { tags: ['slow'] }, async () => {
  const sink = await mailSink();
  const { addresses, start } = await watched(sink, 40);
  const ends = await Promise.all([start(), start()].map((program) => program.closed()));
  expect(ends.map(({ code, err }) => [code, err])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  expect(sink.messages.flatMap(({ to }) => to).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(addresses);
});
