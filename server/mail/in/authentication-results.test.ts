import { expect, test } from 'vitest';
import { isAuthentic } from './authentication-results.ts';

interface Message {
  returnPath?: string | undefined;
  values: readonly string[];
}

function isTrustedIn({ returnPath, values }: Message): boolean {
  const results = values.map((value) => ['authentication-results', value] as const);
  const path = returnPath === undefined ? [] : [['return-path', returnPath] as const];
  const rest = { messageId: undefined, recipients: [], subject: '', text: '', files: [] };
  return isAuthentic({ from: 'ann@example.com', headers: [...path, ...results], ...rest }, 'mx.example.com');
}

const isTrusted = (...values: string[]) => isTrustedIn({ returnPath: '<a@b.c>', values });

test.each([
  'mx.example.com; dmarc=pass header.from=example.com',
  'mx.example.com 1; spf=fail smtp.mailfrom=a@b.c; dmarc=pass (p=none; x) header.from=Example.com; dkim=none',
  'MX.example.com;\r\n\tdmarc = pass header.from = example.com;',
  // Gmail, and Microsoft.
  'mx.example.com; dkim=pass header.i=@example.com header.s=20230601 header.b=AbC/+1==; dkim=fail header.i=@list.example header.b="x;y="; spf=pass (mx.example.com: domain of a@b.c designates 192.0.2.1 as permitted sender) smtp.mailfrom=a@b.c; dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=example.com',
  'mx.example.com; spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=b.c; dkim=pass (signature was verified) header.d=example.com;dmarc=pass action=none header.from=example.com;compauth=pass reason=100',
])('a pass is trusted: %s', (value) => {
  expect(isTrusted(value)).toBe(true);
  expect(isTrusted(value, 'evil.example; dmarc=fail')).toBe(true);
});

test.each([
  '',
  'mx.example.com; none',
  'mx.example.com; dmarc=pass',
  'mx.example.com; dmarc=fail header.from=example.com',
  'mx.example.com; dmarc=passed header.from=example.com',
  'mx.example.com; spf=pass smtp.mailfrom=example.com; dkim=pass header.d=example.com',
  'mx.example.com.evil.example; dmarc=pass header.from=example.com',
  'evil.example; dmarc=pass; mx.example.com; dmarc=pass header.from=example.com',
  'mx.example.com; dmarc=pass header.from=evil.example',
  'mx.example.com; dmarc=pass header.from=example.com header.from=evil.example',
  'mx.example.com; dmarc=fail; dmarc=pass header.from=example.com',
  // A sender can inject this into the result of another method.
  'mx.example.com; spf=fail smtp.mailfrom="a; dmarc=pass header.from=example.com "@evil.example; dmarc=fail',
  'mx.example.com; spf=fail smtp.mailfrom="a; dmarc=pass header.from=example.com"@evil.example',
  'mx.example.com; spf=fail smtp.mailfrom=a; dmarc=pass header.from=example.com; @evil.example',
  'mx.example.com; spf=fail smtp.mailfrom=a; dmarc=pass header.from=example.com; spf=pass smtp.mailfrom=b@evil.example',
  'mx.example.com; spf=fail (a; dmarc=pass header.from=example.com)',
  'mx.example.com; spf=fail (a); dmarc=pass header.from=example.com; x=(b',
  'mx.example.com; spf=fail smtp.mailfrom=a) ; dmarc=pass header.from=example.com',
  'mx.example.com; spf=fail smtp.mailfrom="; dmarc=pass header.from=example.com',
  String.raw`mx.example.com; spf=fail (a\) ; dmarc=pass header.from=example.com; b) x=y`,
  `mx.example.com; dmarc=pass header.from=example.com x=${'x'.repeat(20_000)}`,
])('anything else is not trusted: %s', (value) => {
  expect(isTrusted(value)).toBe(false);
  // The sender's own header is below.
  expect(isTrusted(value, 'mx.example.com; dmarc=pass header.from=example.com')).toBe(false);
});

const unquoted =
  'mx.example.com; spf=pass smtp.mailfrom=a@b.c; dmarc=pass header.from=example.com; dkim=pass header.d=d@evil.example';

test.each([
  '<"a@b.c; dmarc=pass header.from=example.com; dkim=pass header.d=d"@evil.example>',
  'a@b.c; dmarc=pass header.from=example.com; dkim=pass header.d=d@evil.example',
  undefined,
])('a result is not trusted after an address that may contain it: %s', (returnPath) => {
  expect(isTrustedIn({ returnPath, values: [unquoted] })).toBe(false);
  expect(isTrustedIn({ returnPath: '<a@b.c>', values: [unquoted] })).toBe(true);
  const alone = 'mx.example.com; dmarc=pass header.from=example.com; spf=pass smtp.mailfrom=a@b.c';
  expect(isTrustedIn({ returnPath, values: [alone] })).toBe(true);
});

test('hostile results are read in a short time', () => {
  const start = process.cpuUsage();
  for (const part of ['a=b ', '(', '"', ';', 'a.', 'dmarc=pass;'])
    isTrusted(`mx.example.com; x=${part.repeat(2_000)}`.slice(0, 9_999));
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(2_000);
});

test('a message without results is not trusted', () => {
  expect(isTrusted()).toBe(false);
});
