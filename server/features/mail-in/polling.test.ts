import { expect, test } from 'vitest';
import type { ImapSettings } from '#server/mail/in/mail-in-settings.ts';
import { testApp } from '#server/test/harness.ts';
import { imapServer } from '#server/test/mail/imap-server.ts';
import { rawMail } from '#server/test/mail/mails.ts';
import { backlogLimits } from './incoming.ts';
import { poll } from './polling.ts';

const replyTo = { local: 'reply', domain: 'bugs.example.com' };

async function appWith(imap: ImapSettings) {
  const app = await testApp({ settings: { mailIn: { replyTo, imap } } });
  const taken = async () => {
    const rows = await app.store.db.selectFrom('incoming_mails').select('raw').orderBy('id').execute();
    return rows.map(({ raw }) => Buffer.from(raw, 'base64'));
  };
  return { ...app, taken, poll: () => app.runJob('mailbox') };
}

const message = (text: string) => rawMail({ from: 'ann@example.com', to: 'reply@bugs.example.com', text });

test('each unread message is taken once, byte for byte, and marked as read', async () => {
  const server = await imapServer();
  const app = await appWith(server.settings);
  const sent = [message('One'), Buffer.from('From: a\r\n\r\n\0\xff\r\n', 'latin1')];
  for (const raw of sent) server.deliver(raw);
  await app.poll();
  await app.poll();
  expect(await app.taken()).toEqual(sent);
  expect(server.flags()).toEqual([['\\Seen'], ['\\Seen']]);
  await expect.poll(server.connections).toBe(0);
  const jobs = await app.store.db
    .selectFrom('jobs')
    .select('kind')
    .where('kind', '=', 'incoming mail')
    .execute();
  expect(jobs).toHaveLength(2);
});

test('a message taken before a crash is marked as read, and not taken again', async () => {
  const server = await imapServer();
  const app = await appWith(server.settings);
  server.deliver(message('One'));
  await app.poll();
  // As if the mark had not been set.
  server.unmark();
  await app.poll();
  expect(await app.taken()).toHaveLength(1);
  expect(server.flags()).toEqual([['\\Seen']]);
});

test('a message that is too large is flagged, is shown to admins, and does not block others', async () => {
  const server = await imapServer();
  const app = await appWith(server.settings);
  server.deliver(message('x'.repeat(3_000)));
  server.deliver(message('Two'));
  await poll(app.jobContext(), new AbortController().signal, { maxBytes: 2_000 });
  expect(await app.taken()).toHaveLength(1);
  expect(server.flags()).toEqual([['\\Flagged', '\\Seen'], ['\\Seen']]);
  const dropped = await app.store.db.selectFrom('dropped_mails').select(['sender', 'reason']).execute();
  expect(dropped).toEqual([{ sender: 'ann@example.com', reason: 'tooLarge' }]);
});

test('a message over a limit stays unread, and does not block others', async () => {
  const server = await imapServer();
  const app = await appWith(server.settings);
  const of = (name: string, text = 'Text') =>
    rawMail({ from: `${name}@${name}.example`, to: 'reply@bugs.example.com', text });
  const [first, other] = [of('eve'), of('ann')];
  // The second is longer than the part that is read to identify the sender.
  for (const raw of [first, of('eve', 'x'.repeat(300_000)), of('eve'), other]) server.deliver(raw);
  const signal = new AbortController().signal;
  const options = { maxMessages: 1, limits: { ...backlogLimits, sender: 1 } };
  await poll(app.jobContext(), signal, options);
  expect(server.flags()).toEqual([['\\Seen'], [], [], []]);
  await poll(app.jobContext(), signal, options);
  expect(server.flags()).toEqual([['\\Seen'], [], [], ['\\Seen']]);
  expect(await app.taken()).toEqual([first, other]);
  expect(app.lines.some((line) => line.includes('"waiting":{"sender":2,'))).toBe(true);
  // Once those of the sender are handled, the next ones are taken.
  await app.runJobs();
  await poll(app.jobContext(), signal, options);
  expect(server.flags()).toEqual([['\\Seen'], ['\\Seen'], [], ['\\Seen']]);
});

test('a poll handles a limited number of messages, the oldest ones first', async () => {
  const server = await imapServer();
  const app = await appWith(server.settings);
  for (const text of ['One', 'Two', 'Three']) server.deliver(message(text));
  await poll(app.jobContext(), new AbortController().signal, { maxMessages: 2 });
  expect(await app.taken()).toHaveLength(2);
  expect(server.flags()).toEqual([['\\Seen'], ['\\Seen'], []]);
  await app.poll();
  expect(await app.taken()).toHaveLength(3);
});
