import { expect, test } from 'vitest';
import { atEnd } from '#server/test/at-end.ts';
import { hangingServer, mailSink } from '#server/test/mail/mail-sink.ts';
import type { MailMessage } from '#server/jobs/mailer.ts';
import { type MailTimeouts, SmtpMailer, needsTls } from './smtp-mailer.ts';

const from = { name: 'Katydid', address: 'bugs@example.com' };

const message: MailMessage = {
  to: { name: 'Zoë Ada', address: 'ada@example.com' },
  subject: 'Größe: a list is empty',
  text: 'Text',
  html: '<p>Text</p>',
  messageId: '<id-1@example.com>',
};

function mailer(url: string, timeouts: Partial<MailTimeouts> = {}): SmtpMailer {
  const made = new SmtpMailer({ url, from }, timeouts);
  atEnd(async () => made.close());
  return made;
}

test('a message arrives with its text, its HTML and its headers', async () => {
  const sink = await mailSink();
  await mailer(sink.url).send({
    ...message,
    fromName: 'Grace (Katydid)',
    replyTo: { address: 'reply+x@example.com' },
    inReplyTo: '<id-0@example.com>',
    references: ['<id-0@example.com>'],
    headers: { 'X-Katydid-Reason': 'mentioned', 'List-Id': 'Katydid <bugs.example.com>' },
  });
  const [got] = sink.messages;
  expect(got).toMatchObject({ from: 'bugs@example.com', to: ['ada@example.com'], user: undefined });
  expect(got?.parsed).toMatchObject({
    from: { name: 'Grace (Katydid)', address: 'bugs@example.com' },
    to: [{ name: 'Zoë Ada', address: 'ada@example.com' }],
    replyTo: [{ address: 'reply+x@example.com' }],
    subject: 'Größe: a list is empty',
    messageId: '<id-1@example.com>',
    inReplyTo: '<id-0@example.com>',
    references: '<id-0@example.com>',
    text: 'Text\n',
    html: '<p>Text</p>\n',
  });
  const headers = Object.fromEntries((got?.parsed.headers ?? []).map(({ key, value }) => [key, value]));
  expect(headers).toMatchObject({
    'auto-submitted': 'auto-generated',
    'x-katydid-reason': 'mentioned',
    'list-id': 'Katydid <bugs.example.com>',
  });
});

test.each(['\r\n', '\n', '\r', '\0', '\u2028', '\u2029', '\u0085', '\v', '\r\n\r\n'])(
  'no name and no title can add a header: %j',
  async (cut) => {
    const sink = await mailSink();
    const evil = `x${cut}Bcc: eve@example.com${cut}${cut}body`;
    await mailer(sink.url).send({
      ...message,
      to: { name: evil, address: 'ada@example.com' },
      fromName: evil,
      subject: evil,
      headers: { 'X-Katydid-Reason': evil },
    });
    const [got] = sink.messages;
    expect(got?.to).toEqual(['ada@example.com']);
    const names = (got?.parsed.headers ?? []).map(({ key }) => key);
    expect(names).not.toContain('bcc');
    expect(got?.parsed.headers.find(({ key }) => key === 'x-katydid-reason')?.value).toContain('eve@');
    expect(got?.parsed.subject).toBe('x Bcc: eve@example.com body');
    expect(got?.parsed.text).toBe('Text\n');
  },
);

test.each([
  'ada@example.com\r\nRCPT TO:<eve@example.com>',
  'ada@example.com>, <eve@example.com',
  'ada@example.com, eve@example.com',
  '"a b"@example.com',
  'ada',
  'ada@exam\u2028ple.com',
  `${'a'.repeat(300)}@example.com`,
])('an address cannot contain a second one: %j', async (address) => {
  const sink = await mailSink();
  const sending = mailer(sink.url).send({ ...message, to: { address } });
  await expect(sending).rejects.toMatchObject({ name: 'MailError', isPermanent: true });
  expect(sink.messages).toEqual([]);
});

test('smtps encrypts from the start, and needs a trusted certificate', async () => {
  const sink = await mailSink({ secure: true });
  const url = `smtps://127.0.0.1:${sink.port}`;
  await expect(mailer(url).send(message)).rejects.toMatchObject({ isPermanent: false });
  await mailer(`${url}?tls.rejectUnauthorized=false`).send(message);
  expect(sink.messages).toMatchObject([{ isEncrypted: true }]);
});

test('smtp encrypts where the server offers STARTTLS', async () => {
  const sink = await mailSink({ disabledCommands: [] });
  await expect(mailer(sink.url).send(message)).rejects.toMatchObject({ isPermanent: false });
  await mailer(`${sink.url}?tls.rejectUnauthorized=false`).send(message);
  expect(sink.messages).toMatchObject([{ isEncrypted: true }]);
});

test('a password is sent; a wrong one is retried', async () => {
  const sink = await mailSink();
  const url = (password: string) => `smtp://katydid:${password}@127.0.0.1:${sink.port}`;
  await mailer(url('secret')).send(message);
  expect(sink.messages).toMatchObject([{ user: 'katydid' }]);
  const refused = await mailer(url('wrong'))
    .send(message)
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: 'MailError', isPermanent: false });
  expect(String(refused)).not.toContain('wrong@');
});

test('a password is sent unencrypted to another machine only if the URL allows it', async () => {
  const sink = await mailSink();
  const url = `smtp://katydid:secret@127.0.0.1:${sink.port}`;
  await expect(mailer(`${url}?requireTLS=true`).send(message)).rejects.toMatchObject({ isPermanent: false });
  expect(sink.messages).toEqual([]);
  expect(needsTls('smtp://katydid:secret@mail.example.com:587')).toBe(true);
  expect(needsTls('smtp://katydid:secret@mail.example.com:587?ignoreTLS=true')).toBe(false);
  expect(needsTls('smtp://mail.example.com:25')).toBe(false);
  expect(needsTls(url)).toBe(false);
});

test.each([
  [450, false],
  [451, false],
  [550, true],
  [553, true],
])('a refusal with %i of a recipient or a message is permanent: %s', async (status, isPermanent) => {
  const recipients = await mailSink({ refuse: () => [status, 'No such luck'] });
  await expect(mailer(recipients.url).send(message)).rejects.toMatchObject({
    isPermanent,
    message: expect.stringContaining('No such luck') as string,
  });
  const contents = await mailSink({ refuseMessage: () => [status, 'No such luck'] });
  await expect(mailer(contents.url).send(message)).rejects.toMatchObject({ isPermanent });
});

test('a server that refuses one recipient accepts the next message', async () => {
  const sink = await mailSink({ refuse: (to) => (to.startsWith('bad') ? [550, 'Unknown'] : undefined) });
  const sender = mailer(sink.url);
  const results = await Promise.allSettled(
    ['bad1', 'good1', 'bad2', 'good2', 'good3'].map((name) =>
      sender.send({ ...message, to: { address: `${name}@example.com` }, messageId: `<${name}@example.com>` }),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(sink.messages.flatMap(({ to }) => to).toSorted()).toEqual([
    'good1@example.com',
    'good2@example.com',
    'good3@example.com',
  ]);
});

test.each(['', '220 hello\r\n'])('a hanging server times out (%j)', async (greeting) => {
  const { port } = await hangingServer(greeting);
  const sender = mailer(`smtp://127.0.0.1:${port}`, { message: 200 });
  await expect(sender.send(message)).rejects.toMatchObject({ name: 'MailError', isPermanent: false });
});

test('an unreachable server and a lost connection are retried', async () => {
  const { port } = await hangingServer();
  const sender = mailer(`smtp://127.0.0.1:${port}`, { greeting: 100 });
  await expect(sender.send(message)).rejects.toMatchObject({ isPermanent: false });
  await expect(mailer('smtp://127.0.0.1:1').send(message)).rejects.toMatchObject({ isPermanent: false });
});

test('sending stops when the signal is aborted', async () => {
  const { port } = await hangingServer();
  const abort = new AbortController();
  const sending = mailer(`smtp://127.0.0.1:${port}`).send(message, abort.signal);
  abort.abort(new Error('The server stops'));
  await expect(sending).rejects.toBeInstanceOf(Error);
});
