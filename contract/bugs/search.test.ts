import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  coversSearch,
  fold,
  foldCase,
  matchesSearch,
  nameKey,
  searchesComments,
  searchTerms,
  unmarked,
} from './search.ts';

test.each([
  ['Démo de l’écran', "demo de l'ecran"],
  ['De\u0301mo', 'demo'],
  ['İstanbul haritası açılmıyor', 'istanbul haritasi acilmiyor'],
  ['ISPARTA ışık', 'isparta isik'],
  ['ΛΑΘΟΣ στην οθόνη', 'λαθοσ στην οθονη'],
  ['Groß STRASSE ẞ', 'gross strasse ss'],
  ['Łukasz Żak, Søren, Ægir, Þór, Đorđe', 'lukasz zak, soren, aegir, thor, dorde'],
  ['Nguyễn Văn Đức', 'nguyen van duc'],
  ['Ștefan Şahin Šárka', 'stefan sahin sarka'],
  ['ƙasa ɗaya', 'kasa daya'],
  ['Артём', 'артем'],
  ['e\u2011mail l´été', "e-mail l'ete"],
  ['کتاب فارسی', 'كتاب فارسي'],
  ['Ещё ёлка', 'еще елка'],
  ['Мой йод', 'мой йод'],
  ['ＡＰＩ\u3000エラー　５００', 'api エラー 500'],
  ['ﾛｸﾞｲﾝ', 'ログイン'],
  ['パス'.normalize('NFD'), 'パス'],
  ['مُحَمَّد أحمـــد', 'محمد احمد'],
  ['שָׁלוֹם צ׳אט דו״ח', 'שלום צ\'אט דו"ח'],
  ['हिन्दी ไทยที่', 'हिन्दी ไทยที่'],
  ['각하'.normalize('NFD'), '각하'],
  ['Donau\u00addampf\u200bschiff', 'donaudampfschiff'],
  ['ﬁle\u00a0name', 'file name'],
  ['x² ½ №', 'x² ½ №'],
])('search folds %j to %j', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test.each([
  ['DÉMO', 'démo'],
  ['Straße ＡＰＩ l’été', "strasse api l'été"],
  ['Łódź', 'łódź'],
])('in quotes, search folds %j to %j', (text, folded) => {
  expect(foldCase(text)).toBe(folded);
});

test('names that differ in marks are different, and those that differ in case are not', () => {
  expect(nameKey('E\u0301LISE')).toBe(nameKey('élise'));
  expect(nameKey('élise')).not.toBe(nameKey('elise'));
});

/** Characters that folding treats specially, and characters that it must not touch. */
const pieces = fc.constantFrom(
  ...'aZé ßẞσςΣİıIiŁøÆþйЙёґ’\'"״Ａ５ログﾛｸﾞﾟカﾞパアकाน้가각مّأـשָ²ﬁﬅſK\u00ad\u200b\u200d\ufe0f\u0301\u0323\u0345\u3099\u3000\u00a0🙂'.split(
    '',
  ),
  'e\u0301',
  'и\u0306',
  'ệ',
  '\u{1d400}',
  '👩‍💻',
);
const text = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map((all) => all.join('').toWellFormed()),
  fc.string({ unit: 'binary', maxLength: 12 }).map((all) => all.toWellFormed()),
);

test('folding twice changes nothing more, and composed and decomposed texts fold alike', () => {
  fc.assert(
    fc.property(text, (any) => {
      for (const each of [fold, foldCase]) {
        expect(each(each(any))).toBe(each(any));
        expect(each(any.normalize('NFD'))).toBe(each(any));
      }
      expect(unmarked(foldCase(any))).toBe(fold(any));
    }),
    { numRuns: 2_000 },
  );
});

test('a text that contains a phrase still contains it once marks are removed from both', () => {
  fc.assert(
    fc.property(text, text, text, (before, phrase, after) => {
      const [whole, part] = [foldCase(before + phrase + after), foldCase(phrase)];
      fc.pre(whole.includes(part));
      expect(unmarked(whole)).toContain(unmarked(part));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['tax rounds', ['tax', 'rounds']],
  ['  Tax\t ROUNDS\n', ['tax', 'rounds']],
  ['"rounds the tax"', ['rounds the tax']],
  ['export "the tax" csv', ['export', 'the tax', 'csv']],
  ['export "the ta', ['export', 'the ta']],
  ['a 5" screen', ['a', '5"', 'screen']],
  ['tax taxes tax', ['taxes']],
  ['', []],
  ['""', ['""']],
  ['"', ['"']],
  ['" "', ['" "']],
])('%j looks for %j', (q, terms) => {
  expect(searchTerms(q)).toEqual(terms);
});

test.each([
  ['tax in:comments', ['tax'], true],
  ['In:Comments "the tax"', ['the tax'], true],
  ['in:comments', [], true],
  ['"in:comments" tax', ['in:comments', 'tax'], false],
  ['tax in:comments.', ['tax', 'in:comments.'], false],
])('%j looks for %j, in comments: %j', (q, terms, expected) => {
  expect([searchTerms(q), searchesComments(q)]).toEqual([terms, expected]);
});

test('more than sixteen words are searched for as one phrase', () => {
  const words = Array.from({ length: 17 }, (_, i) => `w${i}.`);
  expect(searchTerms(words.slice(1).join(' '))).toHaveLength(16);
  expect(searchTerms(words.join(' '))).toEqual([words.join(' ')]);
  expect(searchTerms(`${words.join(' ')} in:comments`)).toEqual([words.join(' ')]);
});

describe('a bug', () => {
  const bug = { title: 'Invoice total is wrong', description: 'It rounds the tax twice.' };

  test.each(['tax rounds', 'wrong tax', 'INVO tw', '"rounds the tax"', '"rounds the'])(
    'is found by %j',
    (q) => expect(matchesSearch(bug, q)).toBe(true),
  );

  test.each(['tax refund', '"tax rounds"', '"wrong it"'])('is not found by %j', (q) =>
    expect(matchesSearch(bug, q)).toBe(false),
  );
});

test.each([
  ['tax', 'tax rounds', true],
  ['ta ro', '"rounds the tax"', true],
  ['', 'tax', true],
  ['tax rounds', 'tax', false],
  ['"the tax"', 'the tax', false],
  ['tax', 'tax in:comments', false],
  ['tax in:comments', 'tax in:comments', true],
  ['tax in:comments', 'tax rounds', true],
])('%j finds everything that %j finds: %j', (wide, narrow, expected) => {
  expect(coversSearch(wide, narrow)).toBe(expected);
});
