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
])('what our mails give away is left out: %s', (text, expected) => {
  expect(redact(text, ours, sender)).toBe(expected);
});

test.each([
  'https://bugs.example.com/bugs/1?unsubscribe',
  `joann.b+c@example.com, annxb+c@example.com, ann.b+c@example.community`,
  `reply+${token.slice(1)}@bugs.example.com`,
])('the rest stays: %s', (text) => {
  expect(redact(text, ours, sender)).toBe(text);
  expect(redact(text, { ...ours, replyTo: undefined }, undefined)).toBe(text);
});

test('a sender that no account can have is left alone, in time', () => {
  const start = process.cpuUsage();
  redact('%aa'.repeat(300_000), ours, `${'%aa'.repeat(80_000)}@example.com`);
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
});

test.each([link, 'reply+0123', 'ann.b+', sender, '%7C', 'https://bugs.example.com/unsubscribe'])(
  'takes time in proportion to the text: %s',
  (part) => {
    const start = process.cpuUsage();
    redact(part.repeat(1_000_000 / part.length), ours, sender);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
  },
);
