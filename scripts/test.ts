// Runs all checks and tests, one stage after another. A failed stage does not stop the next ones. The last line has the
// totals: every test, and every other stage as one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findNginx } from './setup/nginx.mjs';
import { run, runQuietly } from './test/run.ts';
import { add, type Count, none, playwrightCount, vitestCount } from './test/count.ts';

const bin = (file: string) => path.join(import.meta.dirname, '../node_modules', file);
const reports = mkdtempSync(path.join(tmpdir(), 'katydid-test-'));
const vitestReport = path.join(reports, 'vitest.json');
const playwrightReport = path.join(reports, 'playwright.json');

/** A stage with a single check, which prints its output only on failure. */
function check(...command: string[]) {
  return async (): Promise<Count> => {
    const { code, output } = await runQuietly(command);
    if (code !== 0) console.log(output.trimEnd());
    return code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 };
  };
}

const stages: [name: string, stage: () => Promise<Count>][] = [
  ['Format', check(bin('oxfmt/bin/oxfmt'), '--check')],
  ['Lint', check(bin('oxlint/bin/oxlint'))],
  ['Types', check(bin('typescript/bin/tsc'))],
  [
    'Unused files, exports and dependencies',
    check(bin('knip/bin/knip.js'), '--treat-config-hints-as-errors'),
  ],
  ['API page', check('scripts/api-docs.ts', '--check')],
  [
    'Unit, API and web tests',
    async () => {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
      return vitestCount(await run([bin('vitest/vitest.mjs'), 'run', ...reporters]), vitestReport);
    },
  ],
];

if (!process.argv.includes('--no-browser'))
  stages.push([
    'Browser tests',
    async () => {
      const command = [bin('@playwright/test/cli.js'), 'test', '--reporter=dot,json'];
      const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport };
      return playwrightCount(await run(command, env), playwrightReport);
    },
  ]);

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
if (findNginx() === undefined) console.log('Skipped without nginx: scripts/reverse-proxy.test.ts');
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
