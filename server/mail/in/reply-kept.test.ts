import { expect, test } from 'vitest';
import type { Answered } from './reply-marks.ts';
import { splitReply } from './reply-text.ts';

const answered: Answered = {
  ours: ['bugs@example.org', 'https://bugs.example.org/', 'reply+'],
  names: ['Katydid'],
  recipient: 'Ada Okafor <ada@example.org>',
  subject: 'Re: [#1] The import hangs',
};
const quote =
  '\n\nOn Mon, Nov 23, 2026 at 9:12 AM Bo (Katydid) <bugs@example.org> wrote:\n\n> Does it happen on Linux?\n> Bo';

/** Texts of a person that resemble what mail programs write. */
const own: Record<string, string> = {
  'a ruler above labels': 'Steps:\n1. open it\n2. close it\n--\nExpected: it closes\nActual: it hangs',
  'a ruler with a blank': 'Steps:\n1. open it\n-- \nExpected: it closes\nActual: it hangs',
  'German labels': 'Ich öffne ihn.\n--\nErwartet: er schließt\nTatsächlich: er hängt',
  'Chinese labels': '打开窗口\n--\n期望：窗口关闭\n实际：窗口卡住',
  'labels of their own': 'Two parts.\n__\nfrontend: fine\nbackend: broken',
  'a short sentence': 'Schritte:\n1. öffnen\n--\nEs passiert nichts',
  'words in small letters': 'It fails\n--\nchecked on Linux and Windows',
  'a short Chinese sentence': '重现步骤\n--\n窗口没有关闭',
  'a short Japanese sentence': '手順\n--\n画面が固まる',
  numbers: 'Counts\n--\n10\n20\n30',
  versions: 'It fails\n--\nTested with 1.2.3',
  'a path': 'It fails\n--\n/home/ada/import.csv',
  'a request': 'It fails\n--\nGET /api/bugs 500',
  'a table': 'It prints\n____________________\nname      count\nada       3',
  'a sentence with a link': 'It fails\n--\nhttps://example.org/log shows the log of it',
  'a list': 'It needs:\n--\n- a file\n- a name for it',
  'a list of names': 'It needs:\n--\n* Firefox\n* Chrome',
  'a list with letters': 'It needs:\n--\na) Firefox\nb) Chrome',
  'a list of words': 'It fails:\n--\n- open\n- click',
  'a numbered list of words': 'It fails:\n__\n1. Open\n2. Click',
  'a Chinese list': '重现步骤\n--\n1、打开\n2、关闭',
  'a numbered list': 'First part.\n__\n1. open it\n2. press the button',
  sentences: 'It fails.\n--\nI tried it again today. It still fails on the second page.',
  'sentences below a blank': 'It fails.\n-- \nI tried it again today, and it still fails on the second page.',
  'a sentence in Russian': 'Не работает.\n--\nПосле обновления окно больше не открывается.',
  'a sentence in Japanese': '動きません。\n--\n更新した後、ウィンドウが開かなくなりました。',
  'a question': 'It fails here.\n--\nDoes it also fail for you?',
  code: 'This fails:\n--\nselect *\nfrom bugs;\n--\nand this works',
  'a stack trace':
    'It says:\n--\nTypeError: x is undefined\n    at run (app.js:20:3)\n    at main (app.js:4:1)',
  'a log': 'It says:\n__\n2026-11-23 09:12:44 ERROR cannot open file\n2026-11-23 09:12:45 INFO retry',
  'a block of what looks like a quote':
    'The mail:\n\n```\nOn Mon, Nov 23, 2026 Bo <bugs@example.org> wrote:\n> Does it?\n-- \nBo\n```\n\n```\n> last\n```',
  'a fenced block': 'See:\n\n```\na\n--\nb\n```\n\nThat is all.',
  'many lines': `Names:\n--\n${'Ada Byron\n'.repeat(12)}`.trim(),
  'a postscript': 'It fails.\n--\nAda\n\nP.S. It fails on Linux, too.',
  'several rulers': 'One\n--\nit is slow at first\n--\nit is quick later',
  'pasted headers':
    'The mail that we sent looked like this:\n\nFrom: Shop <shop@example.org>\nSent: Monday, November 23, 2026\nTo: Client <client@example.net>\nSubject: Your order\n\nand its body was empty.\nPlease fix that soon.',
  'headers of a mail to the person':
    'I got\n\nFrom: Shop <shop@example.com>\nDate: Mon, 23 Nov 2026 09:12\nTo: Ada Okafor <ada@example.org>\nSubject: Your order\n\nwithout a price.',
  'a forwarded message below a text':
    'A client writes:\n\n---------- Forwarded message ---------\nFrom: Client <client@example.net>\nDate: Mon, Nov 23, 2026\nSubject: Import\nTo: Ada <ada@example.org>\n\nThe import hangs.',
  'pasted German headers':
    'So sah sie aus:\n\nVon: Laden <shop@example.com>\nGesendet: Montag, 23. November 2026\nAn: Kunde\nBetreff: Ihre Bestellung\n\nDer Text fehlt.',
  'sentences below a name and the standard mark':
    'It crashes.\n\n-- \nAnn\n\nAlso the export button is broken since yesterday.',
  'a log with wrote':
    'On Mon, Nov 23, 2026 at 9:12 AM the importer wrote:\n\nERROR 42 in main\n\nand then it stopped.',
  'a log of a sender':
    'The log has\n\nOn Mon, Nov 23, 2026 at 9:12 AM Importer <import@example.com> wrote:\n\nERROR 42\n\nand nothing else.',
  'a quoted log':
    'I found this\n\nOn Mon, Nov 23, 2026 at 9:12 AM Importer <import@example.com> wrote:\n> ERROR 42\n\nand nothing else.',
  'an introduced quote': 'It shows this message:\n\n> Disk full, try again later',
  'a quote': 'It shows the message\n\n> Disk full, try again later\n> (code 42)',
};

test.each(Object.entries(own))('the text of the reply stays: %s', (_, text) => {
  // The reply is unchanged, except for the space after `--`.
  const reply = text.replaceAll(/ $/gm, '');
  expect(splitReply(text, answered)).toEqual({ reply, isTrimmed: false });
  expect(splitReply(`${text}${quote}`, answered)).toEqual({ reply, isTrimmed: true });
  expect(splitReply(`${text}\n\n-- \nAda Okafor${quote}`, answered).reply).toBe(reply);
});

/** Signatures of all kinds below a text, and below a bare ruler. */
const signatures: Record<string, string> = {
  'a name': 'Ada',
  'a name in small letters': 'ada',
  'a name beside a mark': '* Ada\nExample Ltd',
  'a person in a company':
    'Ada Okafor\nHead of Quality, Example Ltd\n12 High Street, London SW1\nTel: +44 20 7946 0000\nada@example.org | https://example.org',
  'a German company':
    'Mit freundlichen Grüßen\n\nAda Okafor\nBeispiel GmbH · Musterstraße 1 · 12345 Berlin\nTelefon: 030 1234567\nGeschäftsführer: Max Muster\nSitz der Gesellschaft: Berlin\nAmtsgericht Charlottenburg, HRB 12345',
  'a disclaimer':
    'Ada Okafor\n\nThis e-mail is confidential and intended only for the addressee. If you have received it in error, please delete it.',
  'a mailing list':
    'You received this message because you are subscribed to the group "bugs".\nTo unsubscribe, send a mail.',
  'a Chinese name': '李明\n示例有限公司\n电话：010-12345678',
  'a Japanese name': '山田 太郎\n株式会社サンプル\nTEL: 03-1234-5678\nメール: taro@example.jp',
  'a Russian name': 'С уважением,\nИван Петров\nООО «Пример»\nтел.: +7 495 123-45-67',
  'a job': 'Ada Okafor\nSenior Developer\nThe Example Company of London',
  'a line of all': 'ada okafor | example ltd | 020 7946 0000',
  'a Korean company': '김민수\n예시 주식회사\n010-1234-5678',
  'an Arabic name': 'محمد أحمد\nشركة المثال',
  greeting: 'Kind regards,\nAda',
  handle: 'Ada Okafor @ada\nEditor, Journal of Open Data',
};

test.each(Object.entries(signatures))('the signature with %s is removed', (_, signature) => {
  for (const mark of ['-- ', '--', '__', '_'.repeat(40)]) {
    expect(splitReply(`It fails.\n\n${mark}\n${signature}${quote}`, answered).reply).toBe('It fails.');
    expect(splitReply(`It fails.\n\n${mark}\n${signature}`).reply).toBe('It fails.');
  }
});

/** Quotes of our mail below a text. */
const ours: Record<string, string> = {
  'with an unknown name': 'On 23.11.26 09:12, Bugs wrote:\n> Does it?',
  'of a name of ours, without marks': 'On 23.11.26 09:12, Bo (Katydid) wrote:\n\nDoes it?',
  'of an address of ours in an unknown language':
    'Tá 23/11/2026 09:12 Bo <bugs@example.org> blah blah\n> Does it?',
  'with headers in it':
    '> From: Bo\n> Sent: Monday, November 23, 2026\n> To: Ada\n> Subject: [#1] The import hangs\n>\n> Does it?',
  'with the line above in it': '> On 23 Nov 2026, at 09:12, Bo <bo@example.org> wrote:\n>\n> Does it?',
  'with headers':
    'From: Bo <bo@example.org>\nSent: Monday, November 23, 2026\nTo: Ada\nSubject: [#1] The import hangs\n\nDoes it?',
  'with headers without our number':
    'From: Bo\nSent: Monday\nTo: support\nSubject: RE: The import hangs\n\nDoes it?',
  'with headers of another subject':
    'From: Bo (Katydid)\nSent: Monday, November 23, 2026\nTo: Ada\nSubject: What is new\n\nDoes it?',
  'with headers without a subject': '-----Original Message-----\nFrom: Bo\nTo: Carl\n\nDoes it?',
  'with headers in an unknown language':
    'Aba: Bo <bugs@example.org>\nCici: 2026-11-23 09:12\nDada: Ada\nEfef: [#1] The import hangs\n\nDoes it?',
  'of a colleague in the thread':
    'On Mon, Nov 23, 2026 at 9:12 AM Carl <carl@example.com> wrote:\n> Does it?',
};

test.each(Object.entries(ours))('a quote %s is removed', (_, rest) => {
  for (const text of ['It does.', own['a quote'] ?? '', own['pasted headers'] ?? ''])
    expect(splitReply(`${text}\n\n${rest}\n`, answered)).toEqual({ reply: text, isTrimmed: true });
});

test('a quote with a link of ours is removed', () => {
  const text = 'It does.\n\n> Bo commented\n> https://bugs.example.org/bugs/1\n>\n> Does it?';
  expect(splitReply(text, answered)).toEqual({ reply: 'It does.', isTrimmed: true });
});

test.each(['Bo <bugs@example.org>', 'Importer <import@example.com>'])(
  'the line above a quote is removed between answers: %s',
  (name) => {
    const answers = '> Does it?\n\nIt does.\n\n> Since when?\n\nSince Monday.';
    const above = `On Mon, Nov 23, 2026 at 9:12 AM ${name} wrote:\n`;
    expect(splitReply(`${above}${answers}\n\n> Thanks`, answered).reply).toBe(answers);
  },
);

test.each([
  'On Mon, Nov 23, 2026 at 9:12 AM Client <client@example.net> wrote:\n\nDoes it work?',
  'From: Client <client@example.net>\nSent: Monday, November 23, 2026\nTo: Shop\nSubject: Import\n\nDoes it work?',
])('the original of another mail is removed, unless the text introduces it: %s', (original) => {
  expect(splitReply(`It does.\n\n${original}`, answered).reply).toBe('It does.');
  expect(splitReply(`He asks:\n\n${original}`, answered).isTrimmed).toBe(false);
});

const size = 250_000;

test.each([
  'Label: [#1] bugs@example.org\n',
  '> bugs@example.org\n\ntext\n',
  '2026-11-23 09:12 bugs@example.org\n> a\n',
  'From: a\nTo: b\nSubject: c\n\n',
  'On 16.11.2026 a@b.c wrote:\n> a\n',
  '--\nit is a text\n',
  '-- \nTel: (((((((((((((((\n',
  `--\n${'this message '.repeat(30)}\n`,
  `--\n${'a('.repeat(199)}\n`,
  `--\n${'('.repeat(399)}\n`,
  `--\n${'0 '.repeat(199)}\n`,
  '-----Original Message-----\n\n',
  '```\n',
  '```\n~~~\n> a\n',
])('takes time in proportion to the text: %j', (part) => {
  const start = process.cpuUsage();
  splitReply(part.repeat(size / part.length), answered);
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
});
