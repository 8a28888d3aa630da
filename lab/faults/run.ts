/*
 * Plants each fault of this folder and runs tests until one finds it: `npm run faults`, or for those with a word in their names
 * `npm run faults -- inbox sign-in`. `--note` writes into the README which test file found each; `--at <commit>` takes the product and
 * its tests from another commit; `--check` only looks whether each still applies to the files as they are.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const here = import.meta.dirname;
const root = path.join(here, '../..');
const readme = path.join(here, 'README.md');
/** A run of tests that takes longer hangs, in milliseconds. */
const longestRun = 1_800_000;
/** The share of the faults that has to be found. */
const goal = 0.95;

const { values: options, positionals: words } = parseArgs({
  options: {
    at: { type: 'string', default: 'HEAD' },
    check: { type: 'boolean', default: false },
    note: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

interface Fault {
  readonly name: string;
  /** The test file that has found it before; empty where none is known. */
  readonly finder: string;
}

function listed(): Fault[] {
  const rows = readFileSync(readme, 'utf8').matchAll(/^\| `([\w-]+)` +\|[^|]*\|([^|]*)\|$/gm);
  const faults = [...rows].map(([, name = '', finder = '']) => ({ name, finder: finder.trim() }));
  const patches = readdirSync(here).filter((file) => file.endsWith('.patch'));
  const names = new Set(faults.map(({ name }) => `${name}.patch`));
  const different = new Set(patches).symmetricDifference(names);
  if (different.size > 0)
    throw new Error(`Only a patch, or only in the README: ${[...different].join(', ')}`);
  return faults;
}

const folder = mkdtempSync(path.join(tmpdir(), 'katydid-faults-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const work = path.join(folder, 'katydid');

const git = (at: string, ...args: string[]) => execFileSync('git', args, { cwd: at, stdio: 'pipe' });

/** The first test that fails with the fault, as `file: title`. Undefined if none does. @throws if the tests do not run */
function finderOf({ name, finder }: Fault): string | undefined {
  const isOfWeb = name.startsWith('web-');
  const onSqlite = ['--project=sqlite', '--project=server'];
  const inBrowser = (...files: string[]) => {
    buildPages(isOfWeb ? name : '');
    return playwright(...files);
  };
  const onServer = (...args: string[]) => {
    // Tests of the server ask for the pages, too.
    buildPages('');
    return vitest(...args);
  };
  const unitTests = (...files: string[]) =>
    isOfWeb
      ? [() => vitest('--project=web', ...files)]
      : [() => onServer(...onSqlite, ...files), () => onServer('--project=postgres', ...files)];
  const known = finder.startsWith('e2e/') ? [() => inBrowser(finder)] : unitTests(finder);
  const stages = [...(finder === '' ? [] : known), ...unitTests(), () => inBrowser()];
  for (const stage of stages) {
    const found = stage();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The fault with which the pages are built; empty for none. */
let builtWith: string | undefined;

/** Builds the pages for tests that open them; a fault of the server leaves them as they are. */
function buildPages(fault: string): void {
  if (builtWith === fault) return;
  builtWith = undefined;
  const { isOk, output } = runNode('vite/bin/vite.js', 'build', 'web', '--logLevel', 'error');
  if (!isOk) throw new Error(output);
  builtWith = fault;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function vitest(...args: string[]): string | undefined {
  const report = path.join(folder, 'vitest.json');
  rmSync(report, { force: true });
  const reporting = ['--bail=1', '--passWithNoTests', '--reporter=json', `--outputFile=${report}`];
  const { output } = runNode('vitest/vitest.mjs', 'run', ...reporting, ...args);
  if (!existsSync(report)) throw new Error(output);
  // Not by the exit code: with a PostgreSQL server of the tests' own, Vitest ends with 0 also where tests failed.
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  for (const { name, status, message, assertionResults } of testResults) {
    const failed = assertionResults.find((test) => test.status === 'failed');
    if (failed) return `${path.relative(work, name)}: ${failed.fullName}`;
    // No test has judged the product: a file is missing, or a module does not load.
    if (status === 'failed') throw new Error(`${name}: ${message}`);
  }
  return undefined;
}

function playwright(...files: string[]): string | undefined {
  const args = ['test', '--max-failures=1', '--reporter=line', ...files];
  const { isOk, output } = runNode('@playwright/test/cli.js', ...args);
  if (isOk) return undefined;
  const [, file, title] = /^\s+1\) (\S+?):\S+ › (.+?)[\s─]*$/m.exec(output) ?? [];
  if (file === undefined) throw new Error(output);
  return `${file}: ${title}`;
}

function runNode(program: string, ...args: string[]): { isOk: boolean; output: string } {
  const isBuild = program.startsWith('vite/');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(work, 'node_modules', program), ...args],
    {
      cwd: work,
      env: { ...process.env, FORCE_COLOR: '0', ...(isBuild && { NODE_ENV: 'production' }) },
      timeout: longestRun,
      maxBuffer: 1_000_000_000,
    },
  );
  return { isOk: status === 0, output: `${stdout.toString()}${stderr.toString()}` };
}

/** Notes the test file that found a fault. */
function note(name: string, file: string): void {
  const row = new RegExp(`^(\\| \`${name}\` +\\|[^|]*\\|)[^|]*\\|$`, 'm');
  writeFileSync(readme, readFileSync(readme, 'utf8').replace(row, `$1 ${file} |`));
}

function apply(at: string, { name }: Fault, ...flags: string[]): boolean {
  try {
    git(at, 'apply', ...flags, path.join(here, `${name}.patch`));
    return true;
  } catch {
    return false;
  }
}

type Result = 'found' | 'NOT FOUND' | 'does not apply' | 'does not run';

/** Plants one fault, prints and notes what finds it, and takes it out. */
function plant(fault: Fault): Result {
  if (!apply(work, fault)) return 'does not apply';
  try {
    const finder = finderOf(fault);
    if (finder === undefined) return 'NOT FOUND';
    console.log(finder);
    if (options.note) note(fault.name, finder.split(':')[0] ?? '');
    return 'found';
  } catch (error) {
    console.log(error instanceof Error ? error.message.slice(-2_000) : error);
    return 'does not run';
  } finally {
    git(work, 'checkout', '--quiet', '.');
  }
}

const chosen = listed().filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
if (options.check) check();
else plantAll();

/** Prints those that no longer apply. */
function check(): void {
  const stale = chosen.filter((fault) => !apply(root, fault, '--check'));
  for (const { name } of stale) console.log(`does not apply ${name}`);
  console.log(`${chosen.length - stale.length} of ${chosen.length} apply`);
  process.exitCode = stale.length === 0 ? 0 : 1;
}

function plantAll(): void {
  const results: Result[] = [];
  git(root, 'worktree', 'add', '--quiet', '--detach', work, options.at);
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(work, 'node_modules'));
    for (const fault of chosen) {
      const start = performance.now();
      const result = plant(fault);
      results.push(result);
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      console.log(`${result.padEnd(14)} ${fault.name} (${seconds} s)`);
    }
  } finally {
    git(root, 'worktree', 'remove', '--force', work);
  }
  const found = results.filter((result) => result === 'found').length;
  console.log(`${found} of ${chosen.length} found`);
  const isWhole = results.every((result) => !result.startsWith('does not'));
  process.exitCode = isWhole && found >= goal * chosen.length ? 0 : 1;
}
