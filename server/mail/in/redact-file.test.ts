import { expect, test } from 'vitest';
import { rawMail } from '#server/test/mail/mails.ts';
import { png } from '#server/test/uploads.ts';
import { redactFile } from './redact-file.ts';
import { defaultLimits, parseInThread } from './thread.ts';

const token = '0123456789abcdef'.repeat(2);
const ours = {
  publicUrl: 'https://bugs.example.com',
  replyTo: { local: 'reply', domain: 'bugs.example.com' },
};
const sender = 'ann@example.com';
const secret = `reply+${token}@bugs.example.com`;
const link = 'https://bugs.example.com/unsubscribe?user=1&signature=a';

type Content = string | Uint8Array;

function redacted(content: Content, { name = 'a.bin', type = 'application/octet-stream' } = {}) {
  const file = redactFile({ name, type, content: Buffer.from(content), isShown: false }, ours, sender);
  return file && { ...file, content: Buffer.from(file.content) };
}

const mail = (text: string, headers = {}) =>
  rawMail({ from: 'bugs@example.com', to: 'bob@example.com', text, headers });
const quoted = (text: string) =>
  `From: x@example.com\r\nTo: y@example.com\r\nSubject: z\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${text.replaceAll(/.{5}/gu, '$&=\r\n').replaceAll('@', '=40')}\r\n`;

test.each<[string, Content]>([
  ['its headers have our address', mail('Text', { 'reply-to': secret })],
  ['they are ours', mail('Text', { 'X-Katydid-Reason': 'assigned' })],
  ['its text has our address, in base64', mail(`Stop: ${link}`)],
  ['its text has our address, in quoted-printable', quoted(`Answer to ${secret}`)],
  [
    'a message within it is ours',
    rawMail({
      from: 'x@example.com',
      to: sender,
      text: 'x',
      files: [{ name: 'a.eml', type: 'message/rfc822', content: mail('Text', { 'reply-to': secret }) }],
    }),
  ],
  ['it is of an old mailbox', `From x Mon Nov 16\nFrom: a@b.c\nTo: d@e.f\nReply-To: ${secret}\n\nText`],
  ['it is Outlook’s', Buffer.concat([Buffer.from([0xd0, 0xcf, 0, 0x11]), Buffer.from(secret, 'utf16le')])],
])('a message is left out if %s', (_, content) => {
  for (const about of [{ type: 'message/rfc822' }, { name: 'mail.eml' }, { name: 'mail.msg' }])
    expect(redacted(content, about)).toBeUndefined();
});

test.each([
  ['headers alone', `Reply-To: ${secret}\n`, { type: 'text/rfc822-headers' }],
  ['a delivery status', `Original-Recipient: rfc822;${secret}\n`, { type: 'message/delivery-status' }],
  ['a message without a type or a name', mail('Text', { 'reply-to': secret }).toString(), {}],
  ['a text with base64', `See:\n${Buffer.from(`${'x'.repeat(60)} ${secret}`).toString('base64')}\n`, {}],
  ['a calendar with folded lines', `DESCRIPTION:${secret.slice(0, 20)}\r\n ${secret.slice(20)}\r\n`, {}],
  ['a text with a quoted break', `> > ${secret.slice(0, 20)}\n> > ${secret.slice(20)}\n`, {}],
  ['quoted text in quoted-printable', `> ${secret.slice(0, 20)}=\r\n> ${secret.slice(20)}\r\n`, {}],
  ['a binary file', Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(link)]), {}],
])('%s with a secret is left out', (_, content, about) => {
  expect(redacted(content, about)).toBeUndefined();
});

const text = `Dear ${sender},\n${secret} ${link}\nGrüße, ${encodeURIComponent(secret)}`;
const clean = 'Dear …,\n… …\nGrüße, …';

test.each<[string, Content, Content, { type?: string }]>([
  ['plain text', text, clean, { type: 'text/plain' }],
  ['HTML', `<p>${text}</p>`, `<p>${clean}</p>`, { type: 'text/html' }],
  ['UTF-8 with a mark', `\ufeff${text}`, `\ufeff${clean}`, {}],
  ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(`\ufeff${clean}`, 'utf16le'), {}],
  [
    'UTF-16, high bytes first',
    Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    Buffer.from(`\ufeff${clean}`, 'utf16le').swap16(),
    {},
  ],
  ['Latin-1', Buffer.from(text, 'latin1'), Buffer.from(clean.replaceAll('…', '...'), 'latin1'), {}],
])('a file of %s is redacted as the text of a message is', (_, content, expected, about) => {
  expect(redacted(content, about)?.content).toEqual(Buffer.from(expected));
});

test('the sender’s address is removed from attached messages, or they are left out', () => {
  const about = { name: 'customer.eml', type: 'message/rfc822' };
  const headers = 'From: c@example.com\nTo: Ann <ann@example.com>\nSubject: It fails\n\n';
  expect(redacted(`${headers}Help!`, about)?.content.toString()).toBe(`${headers.replace(sender, '…')}Help!`);
  expect(redacted(mail(`Dear ${sender}`), about)).toBeUndefined();
});

test('all other files stay as they are, byte for byte', () => {
  const log = Buffer.from('x-katydid-reason: none\r\nreply+1234@bugs.example.com a=b=\r\n\xff', 'latin1');
  for (const content of [png(3, 2), log, mail('Text'), Buffer.from([0xff, 0xfe, 0x41])])
    expect(redacted(content)?.content).toEqual(Buffer.from(content));
});

test('a nested message may have many blocks of base64', () => {
  const blocks = Buffer.from('QUJDQUJDQUJDQUI=\n'.repeat(200_000)).toString('base64');
  expect(redacted(blocks)?.content.toString()).toBe(blocks);
});

test('a file of UTF-16 takes no more memory than others', { tags: ['slow'] }, async () => {
  const content = Buffer.from('\ufeff'.padEnd(1_500_000, 'A line of a log\n'), 'utf16le');
  const files = [{ name: 'a.log', type: 'text/plain', content }];
  const raw = rawMail({ from: sender, to: 'bugs@example.com', text: 'See', files });
  const read = await parseInThread({ raw, ours }, new AbortController().signal, {
    ...defaultLimits,
    memory: 48,
  });
  expect(read.files[0]?.content.length).toBe(content.length);
});

test('the name of a file is redacted', () => {
  expect(redacted('x', { name: `Mail to ${secret}.txt` })?.name).toBe('Mail to ….txt');
});

test.each([
  '=',
  '=4',
  '= \r\n',
  'QUJD'.repeat(15),
  `${'QUJD'.repeat(15)}\n`,
  'a:b\n',
  'From: ',
  '\0',
  '> ',
  '\n ',
  '=\n>',
])('takes time in proportion to the file: %j', (part) => {
  const start = process.cpuUsage();
  redacted(part.repeat(2_000_000 / part.length), { type: 'message/rfc822' });
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
});
