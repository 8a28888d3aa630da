import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { charsetHint, decodeText, decodeWords } from './charsets.ts';
import { parseMail } from './parse.ts';
import { readHead } from './read-head.ts';
import { parseInThread } from './thread.ts';

const encode = (text: string, charset: string) => iconv.encode(text, charset);

test.each([
  ['"UTF-8;"', 'utf8', 'Größe'],
  ["'utf-8'", 'utf8', 'Größe'],
  ['utf8mb4', 'utf8', '😀'],
  ['utf_8', 'utf8', 'Größe'],
  ['UTF-7', 'utf7', 'Größe 登录 + 1'],
  ['unicode-1-1-utf-7', 'utf7', 'Größe'],
  ['ibm850', 'cp850', 'Größe'],
  ['dos-850', 'cp850', 'Größe'],
  ['ansi-1251', 'win1251', 'Ошибка'],
  ['x-unicode-2-0-utf-7', 'utf7', 'Größe'],
  ['cp437', 'cp437', 'Größe ░'],
  ['CP852', 'cp852', 'Přihlášení'],
  ['cp866', 'cp866', 'Ошибка'],
  ['iso-8859-1', 'win1252', '“Größe” – 5 €'],
  ['iso-8859-2', 'win1250', '“hůl” – 5 €'],
  ['iso-8859-8-i', 'iso88598', 'הכפתור'],
  ['ks_c_5601-1987', 'cp949', '로그인이 똠'],
  ['gb2312', 'gb18030', '登录失败 㐀'],
  ['x-sjis', 'cp932', 'ログイン①'],
  ['cp932', 'cp932', 'ログイン'],
  ['euc_kr', 'cp949', '로그인'],
  ['big5', 'big5', '登入失敗'],
  ['koi8-u', 'koi8u', 'зберегти її'],
  ['utf-16', 'utf16', 'Größe'],
  // Labels that state nothing, or are wrong.
  [undefined, 'utf8', 'Größe 登录'],
  ['us-ascii', 'utf8', 'Größe'],
  ['ansi_x3.4-1968', 'win1252', 'Größe'],
  ['x-unknown', 'win1252', 'Größe'],
  ['base64', 'win1252', 'Größe'],
  ['utf-8', 'win1252', '“Größe” – 5 €'],
])('a text labelled as %s, in %s, is read: %s', (label, charset = '', text) => {
  expect(decodeText(encode(text ?? '', charset), { label })).toBe(text);
});

test.each([
  ['windows-1252', 'Umlaute ÄÖÜ äöü ß fehlen'],
  ['windows-1252', 'ÄÖÜäöüß'],
  ['windows-1252', 'così è già ò è à ù'],
  ['windows-1252', 'räksmörgås åäö'],
  ['windows-1252', 'Þetta virkar ekki á síðunni'],
  ['windows-1251', 'Не работает вход: java.lang.NullPointerException at com.example.Main.run(Main.java:10)'],
  ['windows-1251', 'Бутонът не работи'],
  ['koi8-r', 'Кнопка не работает'],
  ['windows-1253', 'Το κουμπί δεν λειτουργεί'],
  ['windows-1255', 'הכפתור לא עובד'],
  ['windows-1256', 'الزر لا يعمل بعد التحديث'],
  ['shift_jis', 'ボタンを押しても何も起こらない。'],
  ['euc-jp', 'ボタンを押しても何も起こらない。'],
  ['gb18030', '登录失败'],
  ['euc-kr', '로그인이 되지 않습니다'],
])('a text without a label, in %s, is read: %s', (charset, text) => {
  expect(decodeText(encode(text, charset))).toBe(text);
});

test('every byte becomes a character, and a damaged one affects no other', () => {
  const baltic = decodeText(encode('Įrašas išsaugomas, dingsta ąčęėįšųūž', 'windows-1257'));
  expect(baltic).toBe('Áraðas iðsaugomas, dingsta àèæëáðøûþ');
  expect(decodeText(encode('Přihlášení', 'windows-1250'), { hint: 'windows-1250' })).toBe('Přihlášení');
  const damaged = Buffer.concat([Buffer.from('登录失败 '), Buffer.from([0xfc]), Buffer.from(' Größe')]);
  expect(decodeText(damaged, { label: 'utf-8' })).toBe('登录失败 ü Größe');
  expect(decodeText(Buffer.from('a \ufffd is shown'), { label: 'utf-8' })).toBe('a \ufffd is shown');
  expect(decodeText(Buffer.from(Array.from({ length: 256 }, (_, at) => at)))).not.toContain('\ufffd');
});

test.each([
  ['Subject: =?iso-8859-2?Q?Nie_dzia=B3a?=', 'iso-8859-2'],
  ['Subject: =?utf-8?Q?a?=\nContent-Language: pl', 'windows-1250'],
  ['Content-Type: text/plain; charset="windows-1257"', 'windows-1257'],
  ['Content-Language: zh-TW', 'big5'],
  ['Content-Language: en-US', undefined],
  ['Content-Type: text/plain; charset=us-ascii', undefined],
])('a header suggests a character set: %s', (head, hint) => {
  expect(charsetHint(head)).toBe(hint);
});

const q = (text: string, charset: string) =>
  [...encode(text, charset)].map((each) => `=${each.toString(16)}`).join('');
const b = (text: string, charset: string) => encode(text, charset).toString('base64');

test.each([
  ['misspelt', `=?UTF-8;?Q?${q('Größe', 'utf8')}?=`, 'Größe'],
  ['of a DOS page', `=?ibm850?b?${b('Größe', 'cp850')}?= kaputt`, 'Größe kaputt'],
  ['with a language', `=?utf-8*de?q?Gr=C3=B6=C3=9Fe_kaputt?=`, 'Größe kaputt'],
  ['split within a character', '=?utf-8?q?Gr=C3?= =?utf-8?q?=B6=C3=9Fe?=', 'Größe'],
  ['split within a character, as base64 with its end', '=?utf-8?b?R3LD?=\t=?UTF-8?B?tsOfZQ==?=', 'Größe'],
  ['in two ways', '=?utf-8?q?Gr=C3=B6?= =?iso-8859-1?q?=DFe?= und', 'Größe und'],
  ['wrongly labelled', `=?utf-8?q?${q('Größe', 'win1252')}?=`, 'Größe'],
  ['not encoded', 'Größe =?', 'Größe =?'],
])('encoded words of a header are decoded: %s', (_, text, decoded) => {
  expect(decodeWords(text)).toBe(decoded);
});

test('raw 8-bit headers are read as the message suggests', () => {
  const head = (text: string, charset: string, rest = '') =>
    readHead(
      Buffer.concat([
        Buffer.from('From: a@b.example\r\nSubject: '),
        encode(text, charset),
        Buffer.from(`\r\n${rest}\r\n\xff`, 'latin1'),
      ]),
    );
  expect(head('Größe', 'utf8').subject).toBe('Größe');
  expect(head('Größe à', 'win1252')).toMatchObject({ subject: 'Größe à', from: 'a@b.example' });
  const japanese = Buffer.from('1b2442256d2530252425731b2842', 'hex').toString('latin1');
  expect(head(japanese, 'latin1').subject).toBe('ログイン');
  // A character set cannot create a header.
  const made = head('\xe4+AAo-From: c@d.example', 'latin1', 'Content-Type: text/plain; charset=utf-7\r\n');
  expect(made.from).toBe('a@b.example');
  expect(head('Nie działa', 'win1250', 'Content-Type: text/plain; charset=windows-1250\r\n').subject).toBe(
    'Nie działa',
  );
});

test('names of files, texts and HTML are read in their character sets', async () => {
  const part = (head: string, body = 'x') =>
    Buffer.concat([
      Buffer.from('--b\r\n'),
      encode(head, 'win1252'),
      Buffer.from('\r\n\r\n'),
      encode(body, 'cp850'),
      Buffer.from('\r\n'),
    ]);
  const { text, files } = await parseMail(
    Buffer.concat([
      Buffer.from('Content-Type: multipart/mixed; boundary=b\r\n\r\n'),
      part('Content-Type: text/plain; charset=ibm850', 'Größe'),
      part(
        'Content-Type: text/html',
        '<meta http-equiv="Content-Type" content="text/html; charset=cp850"><p>Höhe',
      ),
      part('Content-Disposition: attachment; filename="Größe.txt"'),
      part('Content-Disposition: attachment; filename="=?cp850?Q?H=94he.txt?="'),
      part("Content-Disposition: attachment; filename*=utf-8''H%C3%B6he.txt"),
      part("Content-Disposition: attachment; filename*=cp850'de'H%94he.txt"),
      part("Content-Disposition: attachment; filename*0*=utf-8''H%C3;\r\n filename*1*=%B6he.txt"),
      part("Content-Disposition: attachment; filename*0*=iso-8859-1''H%F6;\r\n filename*1*=he%DF.txt"),
      Buffer.from('--b--\r\n'),
    ]),
  );
  expect(text).toBe('Größe\n\nHöhe');
  expect(files.map(({ name }) => name)).toEqual([
    'Größe.txt',
    'Höhe.txt',
    'Höhe.txt',
    'Höhe.txt',
    'Höhe.txt',
    'Höheß.txt',
  ]);
});

test.each([
  ['bytes of no kind', Buffer.alloc(1_000_000, 0xe4)],
  ['all bytes', Buffer.from(Array.from({ length: 1_000_000 }, (_, at) => (at * 7) % 256))],
  ['shifts', Buffer.from('+AAA-'.repeat(200_000))],
  ['escapes', Buffer.from('\u001b$B'.repeat(250_000))],
  ['words', Buffer.from('=?utf-7?q?=?='.repeat(77_000))],
])('a megabyte is read in linear time: %s', (_, bytes) => {
  const start = process.cpuUsage();
  for (const label of [undefined, 'utf-8', 'utf-7', 'gb18030']) decodeText(bytes, { label });
  decodeWords(bytes.toString('latin1'));
  // Takes some 0.5 s.
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
});

test.each(['=?utf-8?Q?J=C3=B6rg?=', '=?cp850?Q?J=94rg?=', '=?"UTF-8;"?Q?J=C3=B6rg?='])(
  'the sender %s is recognised in headers above the quote, even in an unknown language',
  async (sender) => {
    const quote =
      'Qxa: Bo\nQxb: 23.11.2026\nQxc: Jörg\nQxd: [#1] The import hangs\n\nDoes it happen on Linux?';
    const raw = Buffer.from(
      `From: ${sender} <joerg@example.org>\nSubject: Re: [#1] The import hangs\nContent-Type: text/plain; charset=utf-8\n\nStill broken.\n\n${quote}`,
    );
    const ours = { publicUrl: 'https://bugs.example.com', replyTo: undefined };
    const senders = { addresses: ['bugs@example.com'], names: ['Katydid'] };
    const { reply } = await parseInThread({ raw, ours, senders }, new AbortController().signal);
    expect(reply).toBe('Still broken.');
  },
);
