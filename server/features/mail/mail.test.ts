import { expect, test } from 'vitest';
import { createComment } from '#contract/conversation/comments.ts';
import { listJobs } from '#contract/admin/jobs.ts';
import { getMail, sendTestMail } from '#contract/conversation/mail.ts';
import { jobKinds } from '#server/features.ts';
import { JobWorker } from '#server/jobs/worker.ts';
import { mailerOf } from '#server/mail/smtp-mailer.ts';
import { enqueueMail } from '#server/mail/account-mail.ts';
import { atEnd } from '#server/test/at-end.ts';
import { command } from '#server/test/command.ts';
import { type testApp as TestApp, testApp } from '#server/test/harness.ts';
import { hangingServer, mailSink } from '#server/test/mail/mail-sink.ts';

const from = { name: 'Katydid', address: 'bugs@example.com' };

/** Runs the jobs of mail, without the recurring ones, until the test file ends. */
function startWorker({ store, settings, clock }: Awaited<ReturnType<typeof TestApp>>): JobWorker {
  const log = { warn() {}, error() {}, info() {} } as never;
  const now = () => new Date(Date.now() + clock.offset);
  const timing = { pause: 5, poll: 50, retry: 20 };
  const worker = new JobWorker({
    store,
    jobs: jobKinds.filter(({ every }) => every === undefined),
    mail: mailerOf(settings),
    settings,
    now,
    log,
    timing,
    random: () => 0,
  });
  atEnd(() => worker.stop());
  worker.start();
  return worker;
}

test('clients can read whether mail is set up, and an admin can test it', async () => {
  const without = await testApp();
  const [admin] = [await without.user({ role: 'admin' })];
  expect((await admin.call(getMail, {})).body).toEqual({ isSetUp: false });
  expect((await admin.call(sendTestMail, {})).body.error).toContain('SMTP_URL');

  const sink = await mailSink({ refuse: (to) => (to.startsWith('no') ? [550, 'Unknown user'] : undefined) });
  const app = await testApp({ settings: { mail: { url: sink.url, from } } });
  const ada = await app.user({ role: 'admin', name: 'Ada', email: 'ada@example.com' });
  expect((await ada.call(getMail, {})).body).toEqual({ isSetUp: true });
  expect((await ada.call(sendTestMail, {})).body).toEqual({ error: null });
  expect(sink.messages[0]?.parsed).toMatchObject({
    to: [{ name: '', address: 'ada@example.com' }],
    subject: 'A test message from Katydid',
  });
  const refused = await app.user({ role: 'admin', email: 'no@example.com' });
  expect((await refused.call(sendTestMail, {})).body.error).toContain('Unknown user');
});

test('npm run katydid -- mail test sends a message, or prints the error', async () => {
  const sink = await mailSink();
  const variables = { SMTP_URL: sink.url, MAIL_FROM: 'Katydid <bugs@example.com>' };
  const url = 'file:/nowhere/katydid.db';
  expect(await command(url, ['mail', 'test', 'ada@example.com'], variables)).toMatchObject({ code: 0 });
  expect(sink.messages).toMatchObject([{ to: ['ada@example.com'] }]);
  const bad = await command(url, ['mail', 'test', 'ada@example.com'], {
    ...variables,
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  expect(bad).toMatchObject({ code: 1, err: expect.stringContaining('ECONNREFUSED') as string });
  expect((await command(url, ['mail', 'test', 'ada@example.com'])).err).toContain('not set');
  expect((await command(url, ['mail', 'test'], variables)).err).toContain('Say to whom');
});

test('mails on accounts are sent once, to the user’s address at that time', async () => {
  const sink = await mailSink({ refuse: (to) => (to.startsWith('no') ? [550, 'Unknown user'] : undefined) });
  const app = await testApp({ settings: { mail: { url: sink.url, from } } });
  const [ada, refused, suspended, admin] = [
    await app.user({ name: 'Ada', email: 'ada@example.com' }),
    await app.user({ email: 'no@example.com' }),
    await app.user({ email: 'gone@example.com' }),
    await app.user({ role: 'admin' }),
  ];
  const now = new Date();
  await app.store.write(async (tx) => {
    await tx
      .updateTable('users')
      .set({ suspended_at: now.toISOString() })
      .where('id', '=', suspended._id)
      .execute();
    const send = (to: Parameters<typeof enqueueMail>[1]['to']) =>
      enqueueMail(tx, { to, template: 'test', params: {} }, { now, settings: app.settings });
    for (const { _id: userId } of [ada, refused, suspended]) await send({ userId });
    await send({ address: 'old@example.com', language: 'de' });
  });
  startWorker(app);
  const counts = async () => (await admin.call(listJobs, {})).body.counts;
  await expect.poll(counts).toEqual({ waiting: 0, running: 0, dead: 1, done: 3 });
  const byAddress = new Map(sink.messages.map((message) => [message.to[0], message.parsed]));
  expect(sink.messages.flatMap(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'old@example.com']);
  expect(byAddress.get('old@example.com')?.subject).toBe('Eine Testnachricht von Katydid');
  const { jobs } = (await admin.call(listJobs, {})).body;
  const sent = jobs.map(({ _id }) => `<${_id}@localhost>`);
  expect(sent).toContain(byAddress.get('ada@example.com')?.messageId);
  // A permanent refusal is not retried.
  expect(jobs[0]).toMatchObject({
    state: 'dead',
    attempts: 1,
    error: expect.stringContaining('550') as string,
  });
});

test('where mail is not set up, nothing is enqueued', async () => {
  const app = await testApp();
  const { _id: userId } = await app.user();
  await app.store.write((tx) =>
    enqueueMail(
      tx,
      { to: { userId }, template: 'test', params: {} },
      { now: new Date(), settings: app.settings },
    ),
  );
  expect(await app.store.db.selectFrom('jobs').select('id').execute()).toEqual([]);
});

test('a mail server that hangs occupies at most three running jobs, one for accounts', async () => {
  const hanging = await hangingServer();
  const app = await testApp({ settings: { mail: { url: `smtp://127.0.0.1:${hanging.port}`, from } } });
  const [ann, bob] = [await app.user(), await app.user()];
  const { _id: userId } = ann;
  for (let i = 0; i < 6; i += 1) {
    const bug = await app.bug(ann);
    await bob.call(createComment, { params: { id: bug._id }, body: { body: 'To Ann' } });
  }
  await app.runJobs();
  const quiet = 180_000;
  app.clock.offset += quiet;
  const now = new Date(Date.now() + quiet);
  await app.store.write(async (tx) => {
    for (let i = 0; i < 6; i += 1)
      await enqueueMail(
        tx,
        { to: { userId }, template: 'test', params: {} },
        { now, settings: app.settings },
      );
  });
  const worker = startWorker(app);
  await expect.poll(hanging.connections).toBe(3);
  const running = await app.store.db
    .selectFrom('jobs')
    .select('kind')
    .where('state', '=', 'running')
    .orderBy('kind')
    .execute();
  expect(running.map(({ kind }) => kind)).toEqual(['inbox mail', 'inbox mail', 'mail']);
  await worker.stop();
});
