import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { originalOf } from './original.ts';
import { parseMail } from './parse.ts';

const token = '0123456789abcdef'.repeat(2);
const address = `reply+${token}@bugs.example.com`;
const signature = 'a-_'.repeat(14) + 'b';
const user = '0199d5f0-0000-7000-8000-000000000001';
const link = `https://bugs.example.com/unsubscribe?user=${user}&signature=${signature}`;
const ours = {
  publicUrl: 'https://bugs.example.com',
  replyTo: { local: 'reply', domain: 'bugs.example.com' },
};

async function original(raw: string): Promise<string> {
  const { parts, ...mail } = await parseMail(Buffer.from(raw));
  return originalOf(mail, parts, ours);
}

const encodings = {
  '7bit': (text: string) => text,
  base64: (text: string) => Buffer.from(text).toString('base64').replaceAll(/.{76}/gu, '$&\r\n'),
  'quoted-printable': (text: string) => text.replaceAll('=', '=3D').replaceAll(/[^\n]{70}/gu, '$&=\r\n'),
};

describe('an original contains no secrets', () => {
  const wrapped = `> ${address.slice(0, 20)}\n> ${address.slice(20)} and ${link.slice(0, 120)}\n> ${link.slice(120)} end`;
  test.each(
    Object.keys(encodings).flatMap((encoding) =>
      [
        ['text/plain', `Before\n> ${address}\n> Stop: <${link}>\nafter`],
        ['text/plain', `Before\n${wrapped}\nafter`],
        [
          'text/html',
          `<p>Before <a href="${link.replaceAll('&', '&amp;')}">x</a> <a href='mailto:${address}'>after</a>`,
        ],
      ].map(([type = '', text = '']) => [encoding, type, text] as const),
    ),
  )('in %s %s', async (encoding, type, text) => {
    const body = encodings[encoding as keyof typeof encodings](text.replaceAll('\n', '\r\n'));
    const shown = await original(
      `From: Ann <ann@example.com>\r\nTo: "Katydid" <${address}>\r\nCc: =?utf-8?q?x?= <Reply+${token.toUpperCase()}@bugs.example.com>\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`,
    );
    expect(shown).toContain('Before');
    expect(shown).toContain('after');
    expect(shown).toContain('ann@example.com');
    for (const secret of [token, token.slice(16), signature.slice(-8), user])
      expect(shown.toLowerCase()).not.toContain(secret);
  });

  test.each([
    ['where web mail breaks words', `${address.slice(0, 20)}<wbr>${address.slice(20)}`],
    ['after the plus sign', address.replace('+', '+<wbr>')],
    ['with soft hyphens', link.replace('?', '?&shy;').replace('=', '\u200b=')],
    ['beside tags', address.replace('+', '+<span class="found">').replace('@', '</span>@')],
    ['over lines, after the plus sign', address.replace('+', '+\n')],
  ])('in HTML %s', async (_, text) => {
    const shown = await original(`From: a@example.com\nContent-Type: text/html\n\n<p>${text}</p>\n`);
    expect(shown).not.toContain(token.slice(16));
    expect(shown).not.toContain(signature);
  });

  test('in folded headers', async () => {
    const shown = await original(
      `From: a@example.com\nTo: ${address.slice(0, 20)}\n ${address.slice(20)}\n\n`,
    );
    expect(shown).toContain('To: [Left out');
  });

  test('in a message that was pasted', async () => {
    const pasted = Buffer.from(`Hello, reply to ${address} or stop by ${link}, please`)
      .toString('base64')
      .replaceAll(/.{60}/gu, '$&\n');
    const shown = await original(`From: a@example.com\n\nLook:\n\n${pasted}\n`);
    expect(shown).toContain('[Left out');
    expect(shown).not.toContain(pasted.slice(0, 20));
  });

  test('in the name of a file', async () => {
    const shown = await original(
      `From: a@example.com\nContent-Type: image/png; name="${address}.png"\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\nQUJD\n`,
    );
    expect(shown).toContain('[Attachment: ….png (image/png, 3 bytes)]');
  });
});

test('a header is one line, even if its words encode line breaks', async () => {
  const shown = await original(
    'From: =?utf-8?q?Eve=0D=0AFrom:_Ann?= <eve@example.org>\nSubject: =?utf-8?q?=0A=0AHi?=\n\nx',
  );
  expect(shown).toMatch(/^From: Eve From: Ann <eve@example\.org>\nSubject: +Hi\n\n\[text/u);
});

test('other line breaks stay as they are', async () => {
  const text = 'How to unsubscribe?\nC++\nadd\n+d41d8cd98f00b204\n+ 2\n> unsubscribe?user=1 x\n';
  expect(await original(`From: a@example.com\n\n${text}`)).toBe(
    `From: a@example.com\n\n[text/plain]\n\n${text.replace('unsubscribe?user=1', '…')}`,
  );
});

test('a long text is cut, but not within a secret', async () => {
  const shown = await original(
    `From: a@example.com\n\n${'word '.repeat(199_996)}${address} ${'x '.repeat(99)}`,
  );
  expect(shown.length).toBeLessThan(1_000_200);
  expect(shown).toContain('[The rest is left out, as it is too long]');
  expect(shown).not.toContain('reply+');
});

test.each([
  ['words', 'a'.repeat(3_000_000)],
  ['plus signs', '+0123\n'.repeat(500_000)],
  ['links', 'unsubscribe?user=\n'.repeat(200_000)],
  ['embedded contents', 'data:a/b;base64,'.repeat(200_000)],
  ['one embedded content', `data:a/b;base64,${'A'.repeat(3_000_000)}`],
])('%s take linear time', async (_, text) => {
  const mail = {
    headers: [
      ['from', 'x'],
      ['subject', text],
    ] as const,
  };
  const started = performance.now();
  originalOf(mail, [{ type: 'text/plain', text }], ours);
  expect(performance.now() - started).toBeLessThan(3_000);
});
