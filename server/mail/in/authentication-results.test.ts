import { expect, test } from 'vitest';
import { isAuthentic } from './authentication-results.ts';

function isTrusted(...values: string[]): boolean {
  const headers = values.map((value) => ['authentication-results', value] as const);
  const rest = { messageId: undefined, recipients: [], subject: '', text: '', files: [] };
  return isAuthentic({ from: 'ann@example.com', headers, ...rest }, 'mx.example.com');
}

test.each([
  'mx.example.com; dmarc=pass header.from=example.com',
  'mx.example.com 1; spf=fail smtp.mailfrom=a@b.c; dmarc=pass (p=none; x) header.from=Example.com; dkim=none',
  'MX.example.com;\r\n\tdmarc = pass',
])('a pass is believed: %s', (value) => {
  expect(isTrusted(value)).toBe(true);
  expect(isTrusted(value, 'evil.example; dmarc=fail')).toBe(true);
});

test.each([
  '',
  'mx.example.com; none',
  'mx.example.com; dmarc=fail header.from=example.com',
  'mx.example.com; dmarc=passed header.from=example.com',
  'mx.example.com; spf=pass smtp.mailfrom=example.com; dkim=pass header.d=example.com',
  'mx.example.com.evil.example; dmarc=pass',
  'evil.example; dmarc=pass; mx.example.com; dmarc=pass',
  'mx.example.com; dmarc=pass header.from=evil.example',
  'mx.example.com; dmarc=fail; dmarc=pass',
  // A sender can write this into the result of another method.
  'mx.example.com; spf=fail smtp.mailfrom="a; dmarc=pass "@evil.example; dmarc=fail',
  'mx.example.com; spf=fail (a; dmarc=pass header.from=example.com)',
  String.raw`mx.example.com; spf=fail (a\) ; dmarc=pass ; b) x=y`,
  `mx.example.com; dmarc=pass ${'x'.repeat(20_000)}`,
])('anything else is not: %s', (value) => {
  expect(isTrusted(value)).toBe(false);
  // The sender's own is below.
  expect(isTrusted(value, 'mx.example.com; dmarc=pass header.from=example.com')).toBe(false);
});

test('a message without any is not', () => {
  expect(isTrusted()).toBe(false);
});
