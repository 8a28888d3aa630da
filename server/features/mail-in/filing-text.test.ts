import { expect, test } from 'vitest';
import { titleOf } from './filing.ts';
import { withoutSignature } from '#server/mail/in/reply-text.ts';

test.each([
  ['The list is empty', 'The list is empty'],
  ['Fwd: RE[2]: AW : The list is empty', 'The list is empty'],
  ['Re:', 'Re:'],
  ['转发：[EXTERNAL] 登录失败', '登录失败'],
  ['Regression: it fails', 'Regression: it fails'],
  ['  A\r\nB\0\u202E\ud800 ', 'A B \ufffd'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['🦗'.repeat(200), '🦗'.repeat(200)],
])('the title of %j', (subject, title) => {
  expect(titleOf(subject)).toEqual({ title, isCut: false });
});

test('a title that is too long is cut', () => {
  expect(titleOf('🦗'.repeat(201))).toEqual({ title: `${'🦗'.repeat(199)}…`, isCut: true });
});

test.each([
  ['It fails.\n\n-- \nAnn\n', 'It fails.'],
  ['It fails.\n> Why?\n-- \nAnn', 'It fails.\n> Why?'],
  ['It fails.\n\nSent from my iPhone\n', 'It fails.'],
  // A ruler, a log, or text below a signature is part of the report.
  ['Before\n--\nAfter', 'Before\n--\nAfter'],
  [`Log:\n-- \n${'line\n'.repeat(16)}`, `Log:\n--\n${'line\n'.repeat(16)}`.trimEnd()],
  ['Below:\n-- \nBob\n> quoted', 'Below:\n--\nBob\n> quoted'],
  ['Seen:\n\n-- \nSummary\nThe window opens twice.', 'Seen:\n\n--\nSummary\nThe window opens twice.'],
  ['On Monday, Bob wrote:\n> It fails', 'On Monday, Bob wrote:\n> It fails'],
  ['Sent from my iPhone', 'Sent from my iPhone'],
])('the signature is removed from %j', (text, left) => {
  expect(withoutSignature(text)).toBe(left);
});

test('hostile text is parsed in a short time', () => {
  const start = process.cpuUsage();
  for (const line of ['-- \n', '> -- \n', 'Sent from my \n\n', ' \n']) withoutSignature(line.repeat(200_000));
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
});
