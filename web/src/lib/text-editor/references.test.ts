import { expect, test } from 'vitest';
import { bugInAddress, referenceAt, shortened } from './references.ts';

test.each([
  ['See #12', { from: 4, name: '12' }],
  ['见#12', { from: 1, name: '12' }],
  ['见，＃登录', { from: 2, name: '登录' }],
  ['#login fails', { from: 0, name: 'login fails' }],
  ['(#a', { from: 1, name: 'a' }],
  ['#', undefined],
  ['# Heading', undefined],
  ['## Heading', undefined],
  ['C#minor', undefined],
  ['https://a.example/#a', undefined],
  ['#one two three four five', undefined],
  ['Same as #12 in the', undefined],
  ['See #12 ', undefined],
  ['`#a', undefined],
  ['```\n#include', undefined],
  ['#a\nb', undefined],
])('%j before the cursor', (text, reference) => {
  expect(referenceAt(text, text.length)).toEqual(reference);
  expect(referenceAt(`${text} and so on`, text.length)).toEqual(reference);
});

const id = '01a21990-0000-7000-8000-000000000000';
const origin = 'https://bugs.example.com';

test.each([
  [`${origin}/bugs/12`, { number: 12 }],
  [` ${origin}/bugs/12/\n`, { number: 12 }],
  [`${origin}/bugs/${id}`, { _id: id }],
  [`${origin}/bugs/${id}#comment-${id}`, { _id: id }],
  [`${origin}/bugs/12#comment-${id}`, { number: 12 }],
  [`${origin}/bugs/0`, undefined],
  [`${origin}/bugs/create`, undefined],
  [`${origin}/bugs/12?q=a`, undefined],
  [`${origin}.evil.example/bugs/12`, undefined],
  [`https://other.example/bugs/12`, undefined],
  [`see ${origin}/bugs/12`, undefined],
  [`${origin}/bugs/12 ${origin}/bugs/13`, undefined],
])('%j is the address of %j', (pasted, bug) => {
  expect(bugInAddress(pasted, origin)).toEqual(bug);
});

const pasted = `${origin}/bugs/12`;

/** The text with an address pasted at `^`, once the address is shortened; undefined if it stays. */
function afterPaste(typed: string): string | undefined {
  const from = typed.indexOf('^');
  const value = typed.replace('^', pasted);
  const cursor = from + pasted.length;
  const field = { value, selectionStart: cursor, selectionEnd: cursor };
  const edit = shortened(field, { from, pasted, reference: '#12' });
  if (!edit) return undefined;
  expect([edit.selectFrom, edit.selectTo]).toEqual([from + 3, from + 3]);
  return value.slice(0, edit.from) + edit.insert + value.slice(edit.to);
}

test.each([
  ['^', '#12'],
  ['See ^.', 'See #12.'],
  ['```\ncode\n```\n(^)', '```\ncode\n```\n(#12)'],
  ['~~~\n```\n~~~\n`a` ^', '~~~\n```\n~~~\n`a` #12'],
  ['a ` alone\n^', 'a ` alone\n#12'],
  ['```\n^\n```', undefined],
  ['````ts\n```\n^', undefined],
  ['Run `^`', undefined],
  ['``a ` ^ ``', undefined],
  ['[text](^)', undefined],
  ['<^>', undefined],
  ['word^', undefined],
  ['^word', undefined],
  ['^/history', undefined],
])('pasted at ^ into %j: %j', (typed, text) => {
  expect(afterPaste(typed)).toBe(text);
});

test('text typed before the reference is found stays, with its cursor', () => {
  const at = (value: string, from: number) =>
    shortened(
      { value, selectionStart: value.length, selectionEnd: value.length },
      { from, pasted, reference: '#12' },
    );
  expect(at(`${pasted} and`, 0)).toMatchObject({ selectFrom: '#12 and'.length });
  expect(at(pasted.slice(1), 0)).toBeUndefined();
  expect(at('', -1)).toBeUndefined();
});
