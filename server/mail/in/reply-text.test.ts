import { expect, test } from 'vitest';
import { splitReply, withoutSignature } from './reply-text.ts';

const reply = 'The second step fails as well.\n\nSee the log.';

/** Quotes and signatures of mail programs below a reply. */
const below: Record<string, string> = {
  'Gmail, English': 'On Mon, Nov 16, 2026 at 9:12 AM Ada Byron <ada@example.com> wrote:\n\n> Does it?\n>',
  'Gmail, folded':
    'On Mon, Nov 16, 2026 at 9:12 AM Ada Byron of the Analytical Society\n<ada.byron@example.com> wrote:\n\n> Does it?',
  'Gmail, German': 'Am Mo., 16. Nov. 2026 um 09:12 Uhr schrieb Ada Byron <\nada@example.com>:\n\n> Geht es?',
  'Gmail, without the marks':
    'On Mon, Nov 16, 2026 at 9:12 AM Ada Byron <ada@example.com> wrote:\n\nDoes it?',
  'Thunderbird, German': 'Am 16.11.26 um 09:12 schrieb Ada Byron:\n> Geht es?\n>\n> Ada',
  'Thunderbird, French': 'Le 16/11/2026 à 09:12, Ada Byron a écrit :\n> Ça marche ?',
  'Apple Mail': '> On 16 Nov 2026, at 09:12, Ada Byron <ada@example.com> wrote:\n>\n> Does it?',
  'Apple Mail, Spanish': 'El 16 nov 2026, a las 9:12, Ada Byron <ada@example.com> escribió:\n\n> ¿Funciona?',
  'Gmail, Russian': 'пн, 16 нояб. 2026 г. в 09:12, Ada Byron <ada@example.com>:\n\n> Работает?',
  'Gmail, Japanese': '2026年11月16日(月) 9:12 Ada Byron <ada@example.com>:\n\n> 動きますか',
  'Apple Mail, Chinese': '在 2026年11月16日，09:12，Ada Byron <ada@example.com> 写道：\n\n> 可以吗',
  'Outlook, English':
    '________________________________\nFrom: Ada Byron <ada@example.com>\nSent: Monday, November 16, 2026 9:12 AM\nTo: Charles\nSubject: [#42] It fails\n\nDoes it?',
  'Outlook, German':
    '*Von:* Ada Byron\n*Gesendet:* Montag, 16. November 2026 09:12\n*An:* Charles\n*Betreff:* [#42] Fehler\n\nGeht es?',
  'Outlook, Polish':
    'Od: Ada Byron <ada@example.com>\nWysłano: poniedziałek, 16 listopada 2026 09:12\nDo: Charles\nTemat: Re: [#42]\n\nDziała?',
  'Outlook, old': '-----Original Message-----\nFrom: Ada\nTo: Charles\n\nDoes it?',
  'Outlook, old French': "----- Message d'origine -----\n\nÇa marche ?",
  Zoho: '---- On Mon, 16 Nov 2026 09:12:00 +0100 ada@example.com wrote ----\n\nDoes it?',
  'quote without a header': '> Does it?\n> Really?',
  'signature and quote':
    '-- \nCharles\nDifference Engines Ltd\n\nOn 16/11/2026 09:12, Ada wrote:\n> Does it?',
  'signature without its blank': '--\nCharles',
  'phone, English':
    'Sent from my iPhone\n\n> On 16 Nov 2026, at 09:12, Ada <ada@example.com> wrote:\n> Does it?',
  'phone, German': 'Von meinem iPhone gesendet',
  'phone, Japanese': 'iPhoneから送信',
  'phone, Slovak': 'Odoslané z iPhonu',
  Tuta: '--\nSent with Tuta; enjoy secure & ad-free emails:\nhttps://tuta.com',
  Seznam:
    '---------- Původní e-mail ----------\nOd: Ada <ada@example.com>\nKomu: charles@example.com\nDatum: 27. 11. 2026\nPředmět: [#42]\n\nFunguje?',
  'app with a link': 'Get Outlook for Android<https://aka.ms/x>',
};

test.each(Object.entries(below))('the reply is the text above: %s', (_, rest) => {
  expect(splitReply(`${reply}\n\n${rest}\n`)).toEqual({ reply, isTrimmed: true });
  expect(splitReply(`${reply}\n\n${rest}\n`.replaceAll('\n', '\r\n')).reply).toBe(reply);
});

test('a reply below the quote loses the quote', () => {
  const text = `On Mon, 16 Nov 2026 09:12 Ada Byron <ada@example.com> wrote:\n> Does it?\n> Really?\n\n${reply}`;
  expect(splitReply(text)).toEqual({ reply, isTrimmed: true });
});

test('replies between the parts of a quote keep them', () => {
  const answers = '> Does it?\n\nIt does.\n\n> Since when?\n\nSince Monday.';
  const text = `On Mon, 16 Nov 2026 09:12 Ada Byron <ada@example.com> wrote:\n${answers}\n\n> Thanks\n\n-- \nCharles`;
  expect(splitReply(text).reply).toBe(answers);
  expect(splitReply(`Hi Ada,\n${text}`).reply).toBe(`Hi Ada,\n${answers}`);
});

test.each([
  ['a quote chosen by its sender', '> Does it?\n\nIt does.'],
  ['a log', 'On startup at 10:15 the server wrote:\n\nERROR 42 in main\n\nIt is the same on Linux.'],
  [
    'sentences',
    'On Monday it failed.\n\nHe wrote: no.\n\nSent from my desk, this takes longer, sadly.\n\nFrom: here to there.',
  ],
  ['rulers and lists', '# Steps\n----\n-- first\n-- second\n\n====\nEnd'],
  [
    'a forwarded message',
    '---------- Forwarded message ---------\nFrom: Ada <ada@example.com>\nDate: Mon, Nov 16, 2026\nSubject: Broken\n\nIt fails.',
  ],
  ['code', '    if (a > b) return;\n\nand\n\n  >>> 1 + 1 is what I typed\n\nthen it stops'],
])('the text stays whole: %s', (_, text) => {
  expect(splitReply(text)).toEqual({ reply: text, isTrimmed: false });
});

test.each([
  ['only a quote', 'On Mon, 16 Nov 2026 09:12 Ada <ada@example.com> wrote:\n> Does it?'],
  ['only a signature', '-- \nCharles'],
  ['nothing', '\n \n'],
])('the reply is empty: %s', (_, text) => {
  expect(splitReply(text).reply).toBe('');
});

const size = 250_000;
const hostile: Record<string, string> = {
  'one line': 'On '.repeat(size / 3),
  'one line of quotes': '>'.repeat(size),
  'alternate quotes and text': '> quote\ntext\n\n'.repeat(size / 14),
  'beginnings of attributions': 'On 16.11.2026 09:12 a@b\n'.repeat(size / 24),
  'headers without an end': 'From: a@b.c 2026\n'.repeat(size / 17),
  'words that could be headers': `${'Sent '.repeat(70)}\n`.repeat(size / 351),
  rulers: '-----\n'.repeat(size / 6),
  'signature marks': '--\n'.repeat(size / 3),
  'phone signatures': 'Sent from my\n'.repeat(size / 13),
  blanks: `a${' '.repeat(380)}b\n`.repeat(size / 383),
  brackets: `2026-01-01 ${'<a@'.repeat(120)}\n`.repeat(size / 372),
};

test.each(Object.entries(hostile))('takes time in proportion to the text: %s', (_, text) => {
  const start = process.cpuUsage();
  splitReply(text);
  // Takes some 0.1 s; backtracking would take minutes.
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
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
])('only a signature is removed from %j', (text, left) => {
  expect(withoutSignature(text)).toBe(left);
});

test('a signature is removed from hostile text in a short time', () => {
  const start = process.cpuUsage();
  for (const line of ['-- \n', '> -- \n', 'Sent from my \n\n', ' \n']) withoutSignature(line.repeat(200_000));
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
});
