import { expect, test } from 'vitest';
import { readHead } from './read-head.ts';

const read = (...lines: string[]) => readHead(Buffer.from(`${lines.join('\r\n')}\r\n\r\nBody: no header`));

test('the header ends at the empty line; lines are unfolded, names in any case', () => {
  const head = read(
    'FROM: =?utf-8?q?J=C3=BCrgen?=',
    '\t<Ann@Example.com>',
    'Message-Id:',
    ' <1@example.com>',
    'no header line',
    'Subject: =?utf-8?b?w5xiZXI=?=',
    ' and on',
  );
  expect(head).toMatchObject({
    from: 'ann@example.com',
    messageId: '<1@example.com>',
    subject: 'Über and on',
    client: undefined,
  });
  expect(head.headers.map(([name]) => name)).toEqual(['from', 'message-id', 'subject']);
  // Some mail servers deliver bare line feeds.
  expect(readHead(Buffer.from('From: a@b.example\n\nSubject: None'))).toMatchObject({
    from: 'a@b.example',
    subject: '',
  });
});

test('a subject is one line, even if its words encode line breaks', () => {
  expect(read('Subject: =?utf-8?q?It=0D=0A=0D=0Afails=00?=').subject).toBe('It fails');
});

test('a header of many lines that are not in ASCII takes little time', () => {
  const started = process.cpuUsage();
  for (let n = 0; n < 5; n += 1) {
    readHead(Buffer.alloc(256 * 1024, Buffer.from('a:\xff\xfe\xfd\xfc\n', 'latin1')));
    readHead(Buffer.alloc(256 * 1024, 'to:a\n'));
  }
  // Takes some 0.6 s, and five seconds if all lines are decoded.
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_500);
});

test.each([
  ['none', [], undefined],
  ['an empty one', ['From:'], undefined],
  ['two in a header', ['From: a@b.example, c@d.example'], undefined],
  ['two headers', ['From: a@b.example', 'From: c@d.example'], undefined],
  ['a group of one', ['From: Team: a@b.example;'], 'a@b.example'],
  ['a group of two', ['From: Team: a@b.example, c@d.example;'], undefined],
  ['an empty group', ['From: Undisclosed:;'], undefined],
  ['an address in the name', ['From: "c@d.example" <a@b.example>'], 'a@b.example'],
  ['one that is too long', [`From: ${'x'.repeat(2_000)} <a@b.example>`], undefined],
])('the sender is the one address in From: %s', (_, lines, from) => {
  expect(read(...lines).from).toBe(from);
});

test('the addresses come from all recipient headers, in any syntax', () => {
  const head = read(
    'To: "Ann" <A@b.example>, Team: c@d.example;',
    'Cc: (x@y.example)e@f.example',
    'Delivered-To: g@h.example',
    'X-Envelope-To: <i@j.example>',
    'Reply-To: k@l.example',
  );
  for (const address of ['a@b.example', 'c@d.example', 'e@f.example', 'g@h.example', 'i@j.example'])
    expect(head.addresses).toContain(address);
  expect(head.addresses).not.toContain('k@l.example');
});

test.each([
  // Postfix: the client's own claim comes before its real name and address.
  [
    'from mail.example.org (mail.example.org [192.0.2.7]) by mx.example.com (Postfix) with ESMTPS',
    '192.0.2.7',
  ],
  ['from [198.51.100.1] (unknown [192.0.2.7])\r\n\tby mx.example.com (Postfix) with ESMTP', '192.0.2.7'],
  ['from a (b [IPv6:2001:db8:1:2:3:4:5:6]) by mx.example.com (Postfix)', '2001:db8:1:2:3:4:5:6'],
  // Exim: the claim comes after it.
  ['from [192.0.2.7] (helo=evil) by mx.example.com with esmtp (Exim 4.98)', '192.0.2.7'],
  ['from [192.0.2.7] (helo=[198.51.100.1]) by mx.example.com with esmtp (Exim 4.98)', '192.0.2.7'],
  ['from mail.example.org ([192.0.2.7] helo=[198.51.100.1]) by mx.example.com with esmtps', '192.0.2.7'],
  // No client, or one in our own network.
  ['from localhost (localhost [127.0.0.1]) by mx.example.com (Postfix)', undefined],
  ['from a (b [10.1.2.3]) by mx.example.com (Postfix)', undefined],
  ['from a (b [IPv6:fd00::1]) by mx.example.com (Postfix)', undefined],
  ['from katydid by mx.example.com with local (Exim 4.98) (envelope-from <a@[192.0.2.7]>)', undefined],
  ['from a (b [999.0.2.7]) by mx.example.com (Postfix)', undefined],
  ['by mx.example.com (Postfix, from userid 0)', undefined],
])('the client is the one in the first Received: %s', (received, client) => {
  const older = 'Received: from c (d [203.0.113.9]) by forged.example.com';
  expect(read(`Received: ${received}`, older).client).toBe(client);
});

const size = 256 * 1024;
const fill = (unit: string) => unit.repeat(Math.ceil(size / unit.length));

test.each([
  ['one header', `Subject: ${fill('x')}`],
  ['many headers', fill('a:\r\n')],
  ['folded lines of one header', `To: a${fill('\r\n b@c,')}`],
  ['open groups', `From: ${fill('a:')}`],
  ['open comments', `From: ${fill('(')}`],
  ['open quotes', `From: ${fill('"<')}`],
  ['many senders', fill('From: a:b@c;\r\n')],
  ['encoded words', `Subject: ${fill('=?utf-8?q?')}`],
  ['brackets', `Received: ${fill('[')}`],
  ['claims', `Received: ${fill(' helo=')}`],
  ['recipients', `To: ${fill('a@b,')}`],
  ['no line', fill(' ')],
  ['line feeds', `a: ${fill('\r')}`],
  ['lines of bytes that are no UTF-8', fill('\xe4\xe5\xe8\xe9\xf0\n')],
])('a hostile header is read in linear time: %s', (_, text) => {
  const started = process.cpuUsage();
  // The body parser reads the same part of a header.
  readHead(Buffer.from(text + fill('From: late@example.com\r\n'), 'latin1'));
  const { user, system } = process.cpuUsage(started);
  // CPU milliseconds; quadratic work would take minutes.
  expect((user + system) / 1_000).toBeLessThan(10_000);
});

test('headers beyond the limit are ignored', () => {
  expect(read(`Subject: ${fill('x')}`, 'From: late@example.com').from).toBeUndefined();
  expect(read('From: a@b.example', `X: ${fill('x')}`, 'From: late@example.com').from).toBe('a@b.example');
});
