import { describe, expect, test } from 'vitest';
import { coversSearch, matchesSearch, searchesComments, searchTerms } from './search.ts';

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

test('more than sixteen words are one phrase', () => {
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
])('what %j finds has all that %j finds: %j', (wide, narrow, expected) => {
  expect(coversSearch(wide, narrow)).toBe(expected);
});
