import { expect, test } from 'vitest';
import { redact } from './redact.ts';

const token = '0123456789abcdef'.repeat(2);
const ours = {
  publicUrl: 'https://bugs.example.com',
  replyTo: { local: 'reply', domain: 'bugs.example.com' },
};
const sender = 'ann.b+c@example.com';
const link = `https://bugs.example.com/unsubscribe?user=1&signature=a-_b`;

test.each([
  [`> Stop: <${link}>, or\n${link}\nEnd`, '> Stop: <…>, or\n…\nEnd'],
  [`https://safe.example/?url=${encodeURIComponent(link)}&data=1 End`, 'https://safe.example/?url=… End'],
  [`To: Reply+${token.toUpperCase()}@Bugs.Example.com.`, 'To: ….'],
  [`From: Ann <Ann.B+C@Example.com>`, 'From: Ann <…>'],
  [
    `https://safe.example/?data=1%7C${encodeURIComponent(sender)}%7C2`,
    'https://safe.example/?data=1%7C…%7C2',
  ],
  [
    `https://urldefense.proofpoint.com/v2/url?u=https-3A__bugs.example.com_unsubscribe-3Fuser-3D1-26signature-3Da-2Db&d=x End`,
    'https://urldefense.proofpoint.com/v2/url?u=… End',
  ],
  [`mailto-3Areply-2B${token}-40bugs.example.com&d=x`, 'mailto-3A…&d=x'],
  ['https://safe.example/?data=ann.b-2Bc-40example.com-7C2', 'https://safe.example/?data=…-7C2'],
  [`url=https%253A%252F%252Fx%2Freply%252B${token}%2540bugs.example.com`, 'url=https%253A%252F%252Fx%2F…'],
  [`<a href="mailto:reply&#43;${token}&#x40;bugs.example.com">`, '<a href="mailto:…">'],
  [`{"to":"reply\\u002b${token}\\u0040bugs.example.com"}`, '{"to":"…"}'],
  [
    `> https://bugs.example.com/x/unsubscribe?user=1\n> &signature=${'a-_'.repeat(14)}b`,
    '> https://bugs.example.com/x/…\n> &…',
  ],
  [`<a href="mailto:reply&plus;${token}&commat;bugs.example.com">`, '<a href="mailto:…">'],
  [`reply&#043;${token}&#0064;bugs.example.com, reply&#x0002B;${token}&#x00040;bugs.example.com`, '…, …'],
  // Tokens stay valid when the addresses change.
  [`bugs+${token}@old.example`, 'bugs…@old.example'],
  [`reply\u200b+${token}@bugs.example.com, reply\\+${token}`, 'reply\u200b…, reply\\…'],
  // Mail programs break long words.
  [`> reply+\r\n> ${token}@bugs.example.com, reply+${token.slice(9)}=\n${token.slice(0, 9)}`, '> …, …'],
  [`reply+${token.slice(9)}\u200b${token.slice(0, 9)}\u00ad@bugs.example.com`, '…'],
  // The domain of an address may be cut off or have changed.
  [`reply+${token} and reply+${token}@old.example`, '… and …@old.example'],
])('secrets of our mails are removed: %s', (text, expected) => {
  expect(redact(text, ours, sender)).toBe(expected);
});

test.each([
  'https://bugs.example.com/bugs/1?unsubscribe',
  `joann.b+c@example.com, annxb+c@example.com, ann.b+c@example.community`,
  `reply+${token.slice(1)}@bugs.example.com`,
  `version 1.2.3+${token}01234567\n+${token}  in a patch`,
  `+\n ${token}\n+${token.slice(1)}\n 0\n`,
  `/unsubscribe\nfails, soft\u00adly`,
])('other text stays as it is: %s', (text) => {
  expect(redact(text, ours, sender)).toBe(text);
  expect(redact(text, { ...ours, replyTo: undefined }, undefined)).toBe(text);
});

test.each(['signature=abc', `x-signature=${'a'.repeat(64)}`, 'https://news.example/unsubscribe?id=1'])(
  'signatures of others stay: %s',
  (text) => {
    expect(redact(text, ours, sender)).toBe(text);
  },
);

test('a sender that is too long for an account is ignored, in linear time', () => {
  const start = process.cpuUsage();
  redact('%aa'.repeat(300_000), ours, `${'%aa'.repeat(80_000)}@example.com`);
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
});

test.each([
  link,
  'reply+0123',
  '+',
  'a',
  '&#0',
  'ann.b+',
  sender,
  '%7C',
  'https://bugs.example.com/unsubscribe',
])('takes time in proportion to the text: %s', (part) => {
  const start = process.cpuUsage();
  redact(part.repeat(1_000_000 / part.length), ours, sender);
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
});
