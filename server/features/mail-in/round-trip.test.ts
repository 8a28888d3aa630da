import { expect, test } from 'vitest';
import { getActivity } from '#contract/bugs/history.ts';
import { createComment } from '#contract/conversation/comments.ts';
import { testApp } from '#server/test/harness.ts';
import { mailSink } from '#server/test/mail/mail-sink.ts';
import { rawMail } from '#server/test/mail/mails.ts';
import { takeOver } from './incoming.ts';

test('a mailed reply becomes a comment, and only a few refusals are answered by mail', async () => {
  const sink = await mailSink();
  const app = await testApp({
    settings: {
      mail: { url: sink.url, from: { name: 'Katydid', address: 'bugs@example.com' } },
      mailIn: { replyTo: { local: 'reply', domain: 'bugs.example.com' } },
    },
  });
  const ann = await app.user({ name: 'Ann', email: 'ann@example.com' });
  const bob = await app.user({ name: 'Bob' });
  const { _id: id } = await app.bug(ann);
  await bob.call(createComment, { params: { id }, body: { body: 'Is it the same today?' } });
  await app.runJobs();
  app.clock.offset += 10 * 60_000;
  await app.runJobs();
  expect(sink.messages).toMatchObject([{ to: ['ann@example.com'] }]);
  const replyTo = sink.messages[0]?.parsed.replyTo?.[0]?.address ?? '';
  expect(replyTo).toMatch(/^reply\+[0-9a-f]{32}@bugs\.example\.com$/);

  async function reply(from: string, text: string): Promise<void> {
    await app.store.write((tx) => takeOver(tx, rawMail({ from, to: replyTo, text }), new Date()));
    await app.runJobs();
  }
  await reply('Ann <ann@example.com>', `It is.\n\n${sink.messages[0]?.parsed.text?.replaceAll(/^/gm, '> ')}`);
  const { body } = await bob.call(getActivity, { params: { id }, query: {} });
  const last = body.entries.at(-1);
  expect(last).toMatchObject({ comment: { body: 'It is.', author: { name: 'Ann' }, isMailed: true } });

  for (let n = 0; n < 7; n += 1) await reply('eve@example.com', `I am Ann ${n}`);
  const answers = sink.messages.filter(({ parsed }) => parsed.subject === 'Your reply was not accepted');
  expect(answers.map(({ to }) => to)).toEqual(Array.from({ length: 5 }, () => ['ann@example.com']));
  expect(answers[0]?.parsed.text).toContain('not sent from the e-mail address of your account');
});
