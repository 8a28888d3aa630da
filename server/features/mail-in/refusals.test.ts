import { expect, test } from 'vitest';
import { listBugs } from '#contract/bugs/bugs.ts';
import { defaultMailSettings, updateMailSettings } from '#contract/conversation/mail.ts';
import { newId } from '#server/engine/id.ts';
import { takeToken } from '#server/http/rate-limit.ts';
import { replyAddressFor } from '#server/mail/in/reply-addresses.ts';
import { testApp } from '#server/test/harness.ts';
import { mailSink } from '#server/test/mail/mail-sink.ts';
import { rawMail } from '#server/test/mail/mails.ts';
import { takeOver } from './incoming.ts';

const address = 'new@bugs.example.com';
const minute = 60_000;

async function tracker() {
  const sink = await mailSink();
  const app = await testApp({
    settings: {
      mail: { url: sink.url, from: { name: 'Katydid', address: 'bugs@example.com' } },
      mailIn: {
        replyTo: { local: 'reply', domain: 'bugs.example.com' },
        intake: { address, unknown: 'refuse' },
      },
    },
  });
  const ann = await app.user({ name: 'Ann', email: 'ann@example.com' });
  const now = () => new Date(Date.now() + app.clock.offset);
  const deliver = async (parts: Partial<Parameters<typeof rawMail>[0]> = {}) => {
    const raw = rawMail({ from: 'Ann <ann@example.com>', to: address, text: 'Text', ...parts });
    await app.store.write((tx) => takeOver(tx, raw, now()));
  };
  /** Handles what was delivered, at the same time. */
  const handle = async () => {
    const rows = await app.store.db.selectFrom('incoming_mails').select('id').execute();
    await Promise.all(rows.map(async ({ id }) => app.runJob('incoming mail', { id })));
  };
  /** Runs what is due after these minutes, and returns the mails that were sent since. */
  const mailsAfter = async (minutes: number) => {
    const before = sink.messages.length;
    app.clock.offset += minutes * minute;
    await app.runJobs();
    return sink.messages
      .slice(before)
      .map(({ to, parsed }) => ({ to, subject: parsed.subject, text: parsed.text }));
  };
  const bugs = async () => (await ann.call(listBugs, { query: {} })).body.length;
  /** Uses up the bugs that Ann files by mail at once. */
  const useUp = () =>
    app.store.write((tx) =>
      takeToken(tx, `mail-in:${ann._id}`, { burst: 30, perMinute: 0.5, count: 30 }, now()),
    );
  return { ...app, ann, now, deliver, handle, mailsAfter, bugs, useUp };
}

test('e-mails beyond the limit of bugs are in one summary, after an hour', { tags: ['slow'] }, async () => {
  const app = await tracker();
  await app.useUp();
  for (let n = 1; n <= 25; n += 1) await app.deliver({ subject: `Fault ${n}` });
  const [alone, ...others] = await app.mailsAfter(0);
  expect([alone?.text, others]).toEqual([expect.stringContaining('Too many e-mails'), []]);
  expect(await app.mailsAfter(59)).toEqual([]);
  const [summary, ...further] = await app.mailsAfter(2);
  expect(further).toEqual([]);
  expect(summary).toMatchObject({ to: ['ann@example.com'], subject: '24 of your e-mails were not accepted' });
  expect(summary?.text).toMatch(
    /^Since .+ \(UTC\), 24 more of your e-mails became neither a bug nor a comment\.\n\nToo many e-mails came from your address within an hour:\n- Fault 2\n(?:- Fault \d+\n){18}- Fault 21\n\nAnd 4 more\.\n/,
  );
  expect(await app.mailsAfter(120)).toEqual([]);
  expect(await app.bugs()).toBe(0);
});

test(
  'refusals beyond the limit of answers are in one summary an hour, in the user’s language',
  { tags: ['slow'] },
  async () => {
    const app = await tracker();
    await app.ann.call(updateMailSettings, { body: { ...defaultMailSettings, language: 'de' } });
    for (let hour = 1; hour <= 2; hour += 1) {
      for (let n = 1; n <= 5; n += 1) await app.deliver({ subject: '', text: `${hour} ${n}` });
      expect(await app.mailsAfter(0)).toHaveLength(5);
      await app.deliver({ subject: '', text: `${hour} unnamed` });
      await app.deliver({ subject: 'Zu lang', text: `${hour} ${'x'.repeat(100_001)}` });
      expect(await app.mailsAfter(0)).toEqual([]);
      const [summary, ...others] = await app.mailsAfter(61);
      expect(others).toEqual([]);
      expect(summary?.subject).toBe('2 Ihrer E-Mails wurden nicht angenommen');
      expect(summary?.text).toMatch(
        /^Seit dem .+ \(UTC\) ist aus 2 weiteren .+\n\nSie hat keinen Betreff, .+\n- \(kein Betreff\)\n\nSie verletzt eine Regel .+: Description is .+\n- Zu lang\n/,
      );
    }
  },
);

test('refusals at the same time are in one summary', async () => {
  const app = await tracker();
  const bug = await app.bug(app.ann);
  const whose = { userId: app.ann._id, bugId: bug._id };
  const options = { now: app.now(), settings: app.settings };
  const to = (await app.store.write((tx) => replyAddressFor(tx, whose, options))) ?? '';
  // Messages of one sender are handled one after another.
  for (let n = 1; n <= 12; n += 1)
    await app.deliver({ from: `eve${n}@example.org`, to, subject: `Re: ${n}` });
  await app.handle();
  expect(await app.mailsAfter(0)).toHaveLength(5);
  const [summary, ...others] = await app.mailsAfter(61);
  expect(others).toEqual([]);
  expect(summary).toMatchObject({ to: ['ann@example.com'], subject: '7 of your e-mails were not accepted' });
  expect(summary?.text?.match(/^- Re: \d+$/gm)).toHaveLength(7);
});

test('a single refusal is named, and one that comes while a summary is sent is in the next one', async () => {
  const app = await tracker();
  await app.useUp();
  for (const subject of ['First', 'Second']) await app.deliver({ subject });
  await app.mailsAfter(0);
  // As if a worker had claimed it.
  await app.store.write((tx) =>
    tx
      .updateTable('jobs')
      .set({ state: 'running', lease: newId() })
      .where('kind', '=', 'refused mail')
      .execute(),
  );
  await app.deliver({ subject: 'Third' });
  await app.handle();
  await app.store.write((tx) =>
    tx.updateTable('jobs').set({ state: 'waiting', lease: null }).where('state', '=', 'running').execute(),
  );
  const sent = await app.mailsAfter(61);
  expect(sent.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 2 }, () => 'An e-mail of yours was not accepted'),
  );
  expect(sent.map(({ text }) => /^- (.+)$/m.exec(text ?? '')?.[1])).toEqual(['Second', 'Third']);
});
