import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const none: Count = { passed: 0, failed: 0, skipped: 0 };

export function add(a: Count, b: Count): Count {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

const testResult = z.object({
  status: z.string(),
  fullName: z.string(),
  failureMessages: z.array(z.string()),
});
const vitestReport = z.object({
  testResults: z.array(
    z.object({ name: z.string(), status: z.string(), assertionResults: z.array(testResult) }),
  ),
});

/** Counts the tests of a Vitest run. A file that failed without a failing test counts as one failure. */
export function vitestCount(exitCode: number, file: string): Count {
  const report = read(file, vitestReport);
  let count = none;
  for (const { status, assertionResults } of report?.testResults ?? []) {
    const having = (...wanted: string[]) =>
      assertionResults.filter((test) => wanted.includes(test.status)).length;
    const failed = having('failed') || (status === 'failed' ? 1 : 0);
    count = add(count, { passed: having('passed'), failed, skipped: having('skipped', 'pending', 'todo') });
  }
  return orBroken(exitCode, count);
}

/** The failed tests of a Vitest run: file, title and the first line of the message of each. */
export function vitestFailures(file: string): string[] {
  return (read(file, vitestReport)?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [message = ''] }) =>
        [name, fullName, message.split('\n')[0]].join(': '),
      ),
  );
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/** Counts the tests of a Playwright run. A test that passed only on a retry counts as failed. */
export function playwrightCount(exitCode: number, file: string): Count {
  const stats = read(file, playwrightReport)?.stats;
  if (!stats) return orBroken(exitCode, none);
  const { expected, unexpected, flaky, skipped } = stats;
  return orBroken(exitCode, { passed: expected, failed: unexpected + flaky, skipped });
}

/** Counts a failure for a runner that failed without a failing test, or ran nothing. */
function orBroken(exitCode: number, count: Count): Count {
  const broken = count.failed === 0 && (exitCode !== 0 || count.passed === 0);
  return broken ? { ...count, failed: 1 } : count;
}

function read<T>(file: string, schema: z.ZodType<T>): T | undefined {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
