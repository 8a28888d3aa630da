import { expect, test } from 'vitest';
import { png } from '#server/test/uploads.ts';
import { parseMail } from './parse.ts';

interface Part {
  type: string;
  content?: string | Uint8Array;
  headers?: readonly string[];
}

/** The files of a message with this HTML and these parts. */
async function filesOf(html: string, ...parts: Part[]) {
  const text = parts.map(({ type, content = 'x', headers = [] }) =>
    [
      '--r',
      `content-type: ${type}`,
      'content-transfer-encoding: base64',
      ...headers,
      '',
      Buffer.from(content).toString('base64'),
    ].join('\r\n'),
  );
  const head =
    'from: ann@example.com\r\nto: b@example.com\r\ncontent-type: multipart/related; boundary=r\r\n\r\n';
  const body = `--r\r\ncontent-type: text/html; charset=utf-8\r\n\r\n${html}\r\n`;
  return (await parseMail(Buffer.from(`${head}${body}${text.join('\r\n')}\r\n--r--\r\n`))).files;
}

const namesOf = async (...parts: Part[]) => (await filesOf('Text', ...parts)).map(({ name }) => name);

const shown = '<img src="cid:Logo%40x">';
const logo = { type: 'image/png; name=logo.png', content: png(2, 2) };
test.each<[string, boolean, string, Part]>([
  ['shown', true, shown, { ...logo, headers: ['content-id: <logo@x>', 'content-disposition: inline'] }],
  [
    'shown, but marked as an attachment',
    false,
    shown,
    { ...logo, headers: ['content-id: <logo@x>', 'content-disposition: attachment; filename=error.png'] },
  ],
  ['not shown', false, '<p>Text', { ...logo, headers: ['content-id: <logo@x>'] }],
  ['without an id', false, shown, logo],
  [
    'of a general type',
    false,
    shown,
    { ...logo, type: 'application/octet-stream; name=logo.png', headers: ['content-id: <logo@x>'] },
  ],
  [
    'that is no picture',
    false,
    '<a href="cid:logo@x">',
    { type: 'application/pdf', headers: ['content-id: <logo@x>'] },
  ],
])('a small file %s is attached', async (_, isShown, html, part) => {
  expect(await filesOf(html, part)).toMatchObject([{ isShown }]);
});

test('files without a name are named by their type, and forwarded messages by their subject', async () => {
  const disposition = (name: string) => [`content-disposition: attachment; filename="${name}"`];
  expect(
    await namesOf(
      { type: 'application/ms-tnef' },
      { type: 'application/pkcs7-mime; smime-type=enveloped-data' },
      { type: 'text/calendar; method=REQUEST', content: 'BEGIN:VCALENDAR' },
      { type: 'image/jpeg' },
      { type: 'application/octet-stream' },
      { type: 'image/png', headers: disposition('../..') },
      { type: 'image/png', headers: disposition('\u200b') },
      { type: 'application/octet-stream', headers: disposition('/tmp/shot.png') },
      { type: 'text/plain', headers: disposition('Sök väg.txt') },
    ),
  ).toEqual([
    'winmail.dat',
    'smime.p7m',
    'invite.ics',
    'file-4.jpg',
    'file-5',
    'file-6.png',
    'file-7.png',
    '/tmp/shot.png',
    'Sök väg.txt',
  ]);
  const forwarded = 'Subject: =?utf-8?Q?L=C3=B6schen_von_a/b?=\r\n\r\nText';
  expect(
    await namesOf(
      { type: 'message/rfc822', content: forwarded },
      { type: 'message/rfc822; name="Re: c/d"', content: forwarded },
      { type: 'message/rfc822', content: 'From: a\r\n\r\nText' },
    ),
  ).toEqual(['Löschen von a-b.eml', 'Re: c-d.eml', 'message.eml']);
});

test('empty files are attached if they have a name; signatures are not', async () => {
  const name = ['content-disposition: attachment; filename="export.csv"'];
  expect(
    await namesOf(
      { type: 'text/csv', content: '', headers: name },
      { type: 'text/csv', content: 'a', headers: name },
      { type: 'image/png', content: '' },
      { type: 'application/pgp-signature; name=signature.asc' },
      { type: 'application/pkcs7-signature; name=smime.p7s' },
      { type: 'text/x-amp-html' },
    ),
  ).toEqual(['export.csv', 'export.csv']);
});

test('a name without visible characters does not count', async () => {
  const blank = Buffer.from('\u3164').toString('base64');
  const headers = [`content-disposition: attachment; filename="=?utf-8?B?${blank}?="`];
  expect(await namesOf({ type: 'image/png', headers })).toEqual(['file-1.png']);
});

test('a type that is named like a property of objects has no extension', async () => {
  expect(await namesOf({ type: 'constructor' })).toEqual(['file-1']);
});

test('if there are more files than a bug can have, small pictures that are shown are left out', async () => {
  const icons = Array.from({ length: 25 }, (_, n) => ({
    type: 'image/png',
    content: png(2, n + 1),
    headers: [`content-id: <i${n}@x>`],
  }));
  const html = icons.map((_, n) => `<img src=cid:i${n}@x>`).join('');
  const attached = [{ type: 'image/png', headers: ['content-disposition: attachment; filename=a.png'] }];
  expect((await filesOf(html, ...icons, ...attached)).map(({ name }) => name)).toEqual(['a.png']);
  expect(await filesOf(html, ...icons.slice(0, 19), ...attached)).toHaveLength(20);
});

test('the pictures that the HTML shows are found in linear time', async () => {
  const start = performance.now();
  await filesOf('cid:'.repeat(250_000), { ...logo, headers: ['content-id: <logo@x>'] });
  await filesOf('%cid:%'.repeat(150_000), { ...logo, headers: ['content-id: <logo@x>'] });
  expect(performance.now() - start).toBeLessThan(3_000);
});
