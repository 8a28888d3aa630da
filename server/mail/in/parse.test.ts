import { expect, test } from 'vitest';
import { maxFiles } from '#contract/conversation/file-field.ts';
import { rawMail } from '#server/test/mail/mails.ts';
import { UnreadableMail, parseInThread } from './thread.ts';
import { parseMail } from './parse.ts';

const ours = { publicUrl: 'http://localhost:3000', replyTo: undefined };
const [from, to] = ['Ann <Ann@Example.com>', 'reply@example.com'];

test('a message with only HTML is read as text, without its markup', async () => {
  const html = '<style>p{}</style><p>One &lt;two&gt;</p><script>alert(1)</script><ul><li>three</ul>';
  const { text } = await parseMail(rawMail({ from, to, html }));
  expect(text).toContain('One <two>');
  expect(text).toContain('three');
  expect(text).not.toMatch(/alert|script|p\{\}/);
});

test.each([
  ['iso-8859-1', Buffer.from('Gr\u00fc\u00dfe', 'latin1')],
  ['windows-1252', Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65])],
  ['x-unknown', Buffer.from('Gr\u00fc\u00dfe')],
])('a text in %s is readable, and can be stored', async (charset, bytes) => {
  const head = `from: ${from}\r\nto: ${to}\r\ncontent-type: text/plain; charset=${charset}\r\n\r\n`;
  const { text } = await parseMail(Buffer.concat([Buffer.from(head), bytes, Buffer.from('\0\r\n')]));
  expect(text).toMatch(charset === 'x-unknown' ? /^Gr/ : /^Gr\u00fc\u00dfe/);
  expect(text).not.toContain('\0');
});

test.each([
  [
    '',
    'One \r\nline.\r\n> Quoted \r\n> line.\r\n>> Older\r\n From\r\n-- \r\nAnn',
    'One line.\n> Quoted line.\n>> Older\nFrom\n-- \nAnn\n',
  ],
  ['; delsp=yes', '登录 \r\n失败\r\n', '登录失败\n'],
])('flowed text is joined, and its quotes stay quotes%s', async (delSp, body, expected) => {
  const head = `from: ${from}\r\nto: ${to}\r\ncontent-type: text/plain; charset=utf-8; format=flowed${delSp}\r\n\r\n`;
  const { text } = await parseMail(Buffer.from(head + body));
  expect(`${text.trimEnd()}\n`).toBe(expected);
});

test.each([
  ['', '<p>One</p>', 'One'],
  ['', '<p>👍</p>', '👍'],
  ['This message needs an HTML viewer.', '<ol><li>One</ol>', '1. One'],
  ['The HTML export is broken', '<p>The <b>HTML</b> export is broken</p>', 'The HTML export is broken'],
  ['One', '<p>One</p><p>Two</p>', 'One'],
  ['Done', '<p>Caution! From outside!</p><p>Done</p>', 'Done'],
  ['n/a', '<p>Nothing happens at all</p>', 'Nothing happens at all'],
  ['Turn HTML on', '', 'Turn HTML on'],
  [
    'Your program cannot show this message.',
    '<p>This is the message, and it is long, as most are.</p>',
    'This is the message, and it is long, as most are.',
  ],
  [
    '[image: shot.png]',
    '<p>It fails</p><img><p>Often</p>and only here',
    'It fails\n\nOften\n\nand only here',
  ],
  ['\u200b', '<p>One</p>', 'One'],
  [
    '*登录*失败 <http://a.example>',
    '<p>We wrote:</p><p><b>登录</b>失败</p>',
    '*登录*失败 <http://a.example>',
  ],
  [
    'Fails. Sent from Ann',
    '<p>Caution! From outside!</p><p>Fails. <i>Sent from Ann</i></p>',
    'Fails. Sent from Ann',
  ],
])('the better text of a message with "%s" beside HTML is chosen', async (plain, html, expected) => {
  const part = (type: string, body: string) => `--a\r\ncontent-type: text/${type}\r\n\r\n${body}\r\n`;
  const head = `from: ${from}\r\nto: ${to}\r\ncontent-type: multipart/alternative; boundary=a\r\n\r\n`;
  const { text } = await parseMail(
    Buffer.from(`${head}${part('plain', plain)}${part('html', html)}--a--\r\n`),
  );
  expect(text.trim()).toBe(expected);
});

test('a picture within HTML is a file, and the text after it is read', async () => {
  const picture = Buffer.alloc(1_500_000, 'picture').toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  const html = `<p>Before</p><img src="data:image/png;base64,${picture}"><p>After</p>`;
  const { text, files } = await parseMail(rawMail({ from, to, html }));
  expect(text.trim()).toBe('Before\n\nAfter');
  expect(files).toMatchObject([{ name: 'file-1.png', isShown: true, content: { byteLength: 1_500_000 } }]);
});

test('a picture address that is only text in HTML stays in the text', async () => {
  const picture = `data:image/png;base64,${'A'.repeat(200)}`;
  const { text, files } = await parseMail(rawMail({ from, to, html: `<p>We get ${picture} here</p>` }));
  expect(text.trim()).toBe(`We get ${picture} here`);
  expect(files).toEqual([]);
});

test('if HTML has more pictures than a bug can have files, the first ones become files', async () => {
  const picture = `<img src='data:image/png;base64,${Buffer.alloc(12_000, 'picture').toString('base64')}'>`;
  const { text, files } = await parseMail(
    rawMail({ from, to, html: `${picture.repeat(maxFiles + 5)}<p>After</p>` }),
  );
  expect(text.trim()).toBe('After');
  expect(files).toHaveLength(maxFiles);
});

test('a text file is a file, even if its part may be shown inline', async () => {
  const log = '--a\r\ncontent-type: text/plain\r\ncontent-disposition: inline; filename=a.log\r\n\r\nlog\r\n';
  const head = `from: ${from}\r\nto: ${to}\r\ncontent-type: multipart/mixed; boundary=a\r\n\r\n`;
  const { text, files } = await parseMail(
    Buffer.from(`${head}--a\r\n\r\nHello\r\n${log}--a\r\n\r\nBye\r\n--a--\r\n`),
  );
  expect(text).toBe('Hello\n\nBye\n');
  expect(files.map(({ name }) => name)).toEqual(['a.log']);
});

test('envelope addresses and groups are read; broken addresses are ignored', async () => {
  const headers = {
    'delivered-to': 'Reply+1@Example.com',
    cc: 'Team: a@example.com, b@example.com;, <broken',
  };
  const mail = await parseMail(rawMail({ from, to, text: 'x', headers }));
  expect(mail.from).toBe('ann@example.com');
  expect(mail.recipients).toEqual(expect.arrayContaining([to, 'a@example.com', 'reply+1@example.com']));
});

test.each([
  [
    'parts within parts',
    `content-type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\ncontent-type: multipart/mixed; boundary=a\r\n\r\n'.repeat(2_000)}`,
  ],
  ['endless headers', `x: y\r\n`.repeat(100_000)],
  ['a header without an end', `from: ${'<a@'.repeat(300_000)}`],
  ['HTML without an end', `content-type: text/html\r\n\r\n${'<div <!-- '.repeat(50_000)}`],
])('parsing ends in time: %s', async (_, raw) => {
  const start = performance.now();
  await parseInThread({ raw: Buffer.from(raw), ours }, new AbortController().signal).catch(() => undefined);
  expect(performance.now() - start).toBeLessThan(50_000);
});

test('an unreadable message is distinguished from a failing thread', async () => {
  const { signal } = new AbortController();
  const raw = `content-type: multipart/mixed; boundary=a\r\n\r\n--a\r\nx: ${'y'.repeat(300_000)}\r\n`;
  await expect(parseInThread({ raw: Buffer.from(raw), ours }, signal)).rejects.toThrow(UnreadableMail);
  // Functions cannot be passed to a thread.
  const error: unknown = await parseInThread({ raw: (() => {}) as never, ours }, signal).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(UnreadableMail);
});
