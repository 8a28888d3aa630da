import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { playwrightCount, vitestCount, vitestFailures } from './count.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'katydid-count-'));
const file = path.join(folder, 'report.json');
const report = (content: unknown): string => {
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const suite = (status: string, ...tests: string[]) => ({
  testResults: [
    {
      name: 'a.test.ts',
      status,
      assertionResults: tests.map((outcome, i) => ({
        status: outcome,
        fullName: `test ${i}`,
        failureMessages: outcome === 'failed' ? ['expected 1 to be 2\n    at a.test.ts'] : [],
      })),
    },
  ],
});
const stats = (expected: number, unexpected: number, flaky: number, skipped: number) => ({
  stats: { expected, unexpected, flaky, skipped },
});

afterAll(() => rmSync(folder, { recursive: true }));

test('counts the tests of Vitest', () => {
  const all = suite('failed', 'passed', 'passed', 'failed', 'skipped', 'todo');
  expect(vitestCount(1, report(all))).toEqual({ passed: 2, failed: 1, skipped: 2 });
});

test('names the failed tests of Vitest', () => {
  const all = report(suite('failed', 'passed', 'failed'));
  expect(vitestFailures(all)).toEqual(['a.test.ts: test 1: expected 1 to be 2']);
});

test('a file that breaks before its tests is a failure', () => {
  expect(vitestCount(1, report(suite('failed', 'skipped')))).toEqual({ passed: 0, failed: 1, skipped: 1 });
});

test('an error outside any test is a failure', () => {
  expect(vitestCount(1, report(suite('passed', 'passed')))).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('a runner that wrote no report, or ran nothing, is a failure', () => {
  expect(vitestCount(1, path.join(folder, 'none.json')).failed).toBe(1);
  expect(vitestCount(0, report(suite('passed'))).failed).toBe(1);
  expect(playwrightCount(0, report(stats(0, 0, 0, 0))).failed).toBe(1);
});

test('counts the tests of Playwright, flaky ones as failed', () => {
  expect(playwrightCount(1, report(stats(5, 1, 1, 2)))).toEqual({ passed: 5, failed: 2, skipped: 2 });
});
