// `npm run bench` runs the quick form; with --full, every measurement, some of which take long. With --check, it writes
// nothing, and fails if a ratio has dropped by more than a third from the recorded one.
import { spawnSync } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from '#lab/figures.ts';
import { benchHttp } from './http.ts';
import { report } from './parts/report.ts';

const { values } = parseArgs({ options: { full: { type: 'boolean' }, check: { type: 'boolean' } } });
const file = join(import.meta.dirname, 'recorded.json');
const drop = 1 / 3;

const { ratios, figures, about } = await benchHttp(
  values.full === true ? { rounds: 9, seconds: 2 } : { rounds: 5, seconds: 0.6 },
);
if (values.check === true) {
  console.log(table(['what', 'measured', 'goal'], figures));
  const recorded = JSON.parse(await readFile(file, 'utf8')) as Record<string, number>;
  for (const [name, before] of Object.entries(recorded)) {
    const now = ratios[name] ?? 0;
    if (now >= before * (1 - drop)) continue;
    console.error(`${name}: ${now.toFixed(2)}, where ${before.toFixed(2)} is recorded`);
    process.exitCode = 1;
  }
} else {
  const rounded = Object.entries(ratios).map(([name, ratio]) => [name, Number(ratio.toFixed(3))]);
  if (await report({ program: 'npm run bench', figures, about }))
    await writeFile(file, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
  if (values.full === true) await runOthers();
}

/** Runs the other benchmarks, each of which is a program of its own with its own report. */
async function runOthers(): Promise<void> {
  const files = (await readdir(import.meta.dirname)).filter((name) => /^(?!run|http)[\w-]+\.ts$/.test(name));
  for (const name of files) {
    const { status } = spawnSync(process.execPath, [join(import.meta.dirname, name)], { stdio: 'inherit' });
    if (status === 0) continue;
    console.error(`${name} failed`);
    process.exitCode = 1;
  }
}
