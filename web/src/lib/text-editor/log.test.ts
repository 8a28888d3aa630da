import { expect, test } from 'vitest';
import { looksLikeLog } from './log.ts';

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

test('more than ten lines of a log or a stack trace look like one', () => {
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

test('prose, lists, short texts and code between fences do not', () => {
  expect(looksLikeLog(lines(20, (at) => `This is sentence ${at} of a report, at 10:00:00.`))).toBe(false);
  expect(looksLikeLog(lines(20, (at) => `- item ${at}`))).toBe(false);
  expect(looksLikeLog(lines(20, (at) => `${at}. See #${at} for the error`))).toBe(false);
  expect(looksLikeLog(`\`\`\`\n${lines(20, () => 'ERROR x')}\n\`\`\``)).toBe(false);
});
