// Runs all checks and tests. The static checks run at the same time as the tests, and a failed stage does not stop the
// others. The output ends with a table of the stages and the totals, in which each test and each check counts as one.
// `--no-browser` leaves out the browser tests. `--fast` is for use during work: format, lint, types, the web tests, and
// the API tests on SQLite that are not slow.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findNginx } from './setup/nginx.mjs';
import { run, runQuietly } from './test/run.ts';
import { add, type Count, none, playwrightCount, vitestCount, vitestFailures } from './test/count.ts';

const bin = (file: string) => path.join(import.meta.dirname, '../node_modules', file);
const reports = mkdtempSync(path.join(tmpdir(), 'katydid-test-'));
const vitestReport = path.join(reports, 'vitest.json');
const playwrightReport = path.join(reports, 'playwright.json');

interface Stage {
  readonly name: string;
  /** `output` is printed once the stage has ended; a stage of tests prints its output as it runs. */
  readonly run: () => Promise<{ readonly count: Count; readonly output?: string }>;
}

/** A stage of one check, or of several that run at the same time. Only failures have output. */
function check(name: string, ...commands: string[][]): Stage {
  return {
    name,
    async run() {
      const results = await Promise.all(commands.map(runQuietly));
      const failures = results.filter(({ code }) => code !== 0);
      const count = failures.length === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 };
      return { count, output: failures.map(({ output }) => output.trimEnd()).join('\n') };
    },
  };
}

/** The failed tests, which are shown again at the end, because other stages print much output after them. */
const failedTests: string[] = [];

function vitest(name: string, ...options: string[]): Stage {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  return {
    name,
    async run() {
      const code = await run([bin('vitest/vitest.mjs'), 'run', ...reporters, ...options]);
      failedTests.push(...vitestFailures(vitestReport));
      return { count: vitestCount(code, vitestReport) };
    },
  };
}

const browser: Stage = {
  name: 'Browser tests',
  async run() {
    const command = [bin('@playwright/test/cli.js'), 'test', '--reporter=dot,json'];
    const code = await run(command, { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport });
    return { count: playwrightCount(code, playwrightReport) };
  },
};

const isFast = process.argv.includes('--fast');
const tsc = bin('typescript/bin/tsc');
const checks = [
  check('Format', [bin('oxfmt/bin/oxfmt'), '--check']),
  check('Lint', [bin('oxlint/bin/oxlint')]),
  check('Types', [tsc, '-p', 'server'], [tsc, '-p', 'web'], [tsc]),
];
if (!isFast)
  checks.push(
    check('Unused code and dependencies', [bin('knip/bin/knip.js'), '--treat-config-hints-as-errors']),
    check('API page', ['scripts/api-docs.ts', '--check']),
  );
const tests = isFast
  ? [vitest('Web and API tests', '--project=web', '--project=sqlite', '--tagsFilter=!slow')]
  : [vitest('Unit, API and web tests')];
if (!isFast && !process.argv.includes('--no-browser')) tests.push(browser);

interface Result {
  readonly name: string;
  readonly count: Count;
  readonly seconds: number;
}

async function runInTurn(stages: readonly Stage[], onStart = (_: string) => {}): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, run: runStage } of stages) {
    onStart(name);
    const start = performance.now();
    const { count, output = '' } = await runStage();
    const seconds = (performance.now() - start) / 1000;
    if (output !== '') console.log(output);
    console.log(`── ${name}: ${count.failed === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`);
    results.push({ name, count, seconds });
  }
  return results;
}

const start = performance.now();
console.log(`── ${checks.map(({ name }) => name).join(', ')}: beside the tests`);
const ran = await Promise.all([runInTurn(checks), runInTurn(tests, (name) => console.log(`\n── ${name}`))]);
rmSync(reports, { recursive: true });
const results = ran.flat();
const total = results.reduce((sum, { count }) => add(sum, count), none);
const seconds = (performance.now() - start) / 1000;

console.log(`\n${'Stage'.padEnd(32)}${'Tests'.padStart(8)}${'Seconds'.padStart(10)}`);
for (const { name, count, seconds: taken } of [...results, { name: 'In all', count: total, seconds }])
  console.log(
    name.padEnd(32) + String(count.passed + count.failed).padStart(8) + taken.toFixed(1).padStart(10),
  );

const broken = results.filter(({ count }) => count.failed > 0);
console.log(broken.length === 0 ? '' : `\nFailed: ${broken.map(({ name }) => name).join(', ')}`);
for (const each of failedTests) console.log(each);
if (!isFast && findNginx() === undefined) console.log('Skipped without nginx: scripts/reverse-proxy.test.ts');
const { passed, failed, skipped } = total;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
