// Runs all checks and tests, one stage after another. A failed stage does not stop the next ones. The last line has the
// totals: every test, and every other stage as one. `--no-browser` leaves out the browser tests; `--fast` is for use
// during work: format, lint, types, the web tests, and the API tests on SQLite that are not slow.
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

/** Shown again at the end: other stages print much after them. */
const failedTests: string[] = [];

type Stage = [name: string, run: () => Promise<Count>];

/** A stage of one check, or of several that run at the same time. It prints their output only on failure. */
function check(name: string, ...commands: string[][]): Stage {
  return [
    name,
    async () => {
      const results = await Promise.all(commands.map(runQuietly));
      const failures = results.filter(({ code }) => code !== 0);
      for (const { output } of failures) console.log(output.trimEnd());
      return failures.length === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 };
    },
  ];
}

function vitest(name: string, ...options: string[]): Stage {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const command = [bin('vitest/vitest.mjs'), 'run', ...reporters, ...options];
  return [
    name,
    async () => {
      const count = vitestCount(await run(command), vitestReport);
      failedTests.push(...vitestFailures(vitestReport));
      return count;
    },
  ];
}

const tsc = bin('typescript/bin/tsc');
const ofSources = [
  check('Format', [bin('oxfmt/bin/oxfmt'), '--check']),
  check('Lint', [bin('oxlint/bin/oxlint')]),
  check('Types', [tsc, '-p', 'server'], [tsc, '-p', 'web'], [tsc]),
];
const fast = [
  ...ofSources,
  vitest('Web tests, and API tests on SQLite', '--project=web', '--project=sqlite', '--tagsFilter=!slow'),
];
const withoutBrowser = [
  ...ofSources,
  check('Unused files, exports and dependencies', [
    bin('knip/bin/knip.js'),
    '--treat-config-hints-as-errors',
  ]),
  check('API page', ['scripts/api-docs.ts', '--check']),
  vitest('Unit, API and web tests'),
];
const browser: Stage = [
  'Browser tests',
  async () => {
    const command = [bin('@playwright/test/cli.js'), 'test', '--reporter=dot,json'];
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport };
    return playwrightCount(await run(command, env), playwrightReport);
  },
];
const isFast = process.argv.includes('--fast');
const stages = isFast
  ? fast
  : process.argv.includes('--no-browser')
    ? withoutBrowser
    : [...withoutBrowser, browser];

let total = none;
const broken: string[] = [];
const durations: [name: string, seconds: number][] = [];
for (const [name, stage] of stages) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const count = await stage();
  const seconds = (performance.now() - start) / 1000;
  console.log(`${count.failed === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`);
  durations.push([name, seconds]);
  if (count.failed > 0) broken.push(name);
  total = add(total, count);
}
rmSync(reports, { recursive: true });

console.log('\n── Time of each stage');
for (const [name, seconds] of [
  ...durations,
  ['In all', durations.reduce((sum, [, s]) => sum + s, 0)] as const,
])
  console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);

const { passed, failed, skipped } = total;
console.log(broken.length === 0 ? '' : `\nFailed: ${broken.join(', ')}`);
for (const each of failedTests) console.log(each);
if (!isFast && findNginx() === undefined) console.log('Skipped without nginx: scripts/reverse-proxy.test.ts');
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
