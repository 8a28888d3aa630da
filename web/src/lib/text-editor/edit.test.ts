import { expect, test } from 'vitest';
import {
  type Act,
  asBlock,
  asQuotation,
  bold,
  code,
  italic,
  link,
  list,
  looksLikeLog,
  mention,
  quote,
} from './edit.ts';

/** Applies an action to a text with its selection in brackets, and returns the result in the same form. */
function applied(act: Act, marked: string): string {
  const from = marked.indexOf('⟦');
  const to = marked.indexOf('⟧') - 1;
  const text = marked.replace('⟦', '').replace('⟧', '');
  const edit = act({ text, from, to });
  const result = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  return `${result.slice(0, edit.selectFrom)}⟦${result.slice(edit.selectFrom, edit.selectTo)}⟧${result.slice(edit.selectTo)}`;
}

test.each<[name: string, act: Act, before: string, after: string]>([
  ['bold', bold, 'a ⟦word⟧ b', 'a **⟦word⟧** b'],
  ['bold again', bold, 'a **⟦word⟧** b', 'a ⟦word⟧ b'],
  ['bold with spaces', bold, 'a⟦ word ⟧b', 'a **⟦word⟧** b'],
  ['bold of nothing', bold, 'a ⟦⟧', 'a **⟦⟧**'],
  ['italic', italic, '⟦word⟧', '_⟦word⟧_'],
  ['code', code, '⟦word⟧', '`⟦word⟧`'],
  ['code of lines', code, 'a\n⟦b\nc⟧\nd', 'a\n```\nb\nc\n```⟦⟧\nd'],
  ['a block within a line', asBlock, 'a⟦b\n```\n⟧c', 'a\n````\nb\n```\n````\n⟦⟧c'],
  ['link', link, 'see ⟦here⟧', 'see [here](⟦https://⟧)'],
  ['link of an address', link, '⟦https://a.example⟧', '[⟦⟧](https://a.example)'],
  ['list', list, 'x\na⟦b\nc⟧d', 'x\n⟦- ab\n- cd⟧'],
  ['list again', list, '⟦- a\n- b⟧', '⟦a\nb⟧'],
  ['list at a cursor', list, 'a⟦⟧b\nc', '- ab⟦⟧\nc'],
  ['quote', quote, '⟦a\n\nb⟧', '⟦> a\n> \n> b⟧'],
  ['quote again', quote, '⟦> a\n>\n> b⟧', '⟦a\n\nb⟧'],
  ['mention', mention, 'a⟦⟧', 'a @⟦⟧'],
  ['mention at the start', mention, '⟦⟧', '@⟦⟧'],
])('%s', (_, act, before, after) => {
  expect(applied(act, before)).toBe(after);
});

test('a text is quoted line by line, with room for the answer', () => {
  expect(asQuotation(' one\r\n\r\ntwo ')).toBe('> one\n>\n> two\n\n');
});

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

test('more than ten lines of a log or a stack trace look like a log', () => {
  for (const line of [
    (at: number) => `2026-11-22T10:00:0${at % 10}Z request ${at}`,
    (at: number) => `[10:00:0${at % 10}] started`,
    (at: number) => `Nov 22 10:0${at % 10} host app[1]: message`,
    (at: number) => `ERROR message ${at}`,
    (at: number) => `    at call${at} (file.js:${at}:1)`,
    (at: number) => `  File "a.py", line ${at}, in f\n    f()`,
    (at: number) => `#${at} 0x00007f1234 in main ()`,
    (at: number) => `{"level":30,"n":${at}}`,
  ]) {
    expect(looksLikeLog(lines(11, line))).toBe(true);
    expect(looksLikeLog(lines(5, line))).toBe(false);
  }
});

test('prose, lists and code between fences do not look like a log', () => {
  expect(looksLikeLog(lines(20, (at) => `This is sentence ${at} of a report, at 10:00:00.`))).toBe(false);
  expect(looksLikeLog(lines(20, (at) => `- item ${at}`))).toBe(false);
  expect(looksLikeLog(lines(20, (at) => `${at}. See #${at} for the error`))).toBe(false);
  expect(looksLikeLog(`\`\`\`\n${lines(20, () => 'ERROR x')}\n\`\`\``)).toBe(false);
});
