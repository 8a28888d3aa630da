import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { table } from '#lab/figures.ts';
import { describeMachine, syncTime, watchOthers } from './machine.ts';

const formatter = join(import.meta.dirname, '../../../node_modules/oxfmt/bin/oxfmt');
const file = join(import.meta.dirname, '../README.md');
/** If other programs use a larger share of the processor, figures are not recorded. */
const quiet = 0.1;

const today = new Date().toISOString().slice(0, 10);

let others = watchOthers();

interface Report {
  /** The program that measured, with its arguments: `mixed.ts --engine postgres`. */
  readonly program: string;
  /** Rows of what was measured, the result, and the goal, if any. */
  readonly figures: readonly (readonly string[])[];
  /** How it was measured, and further figures. Only printed. */
  readonly about?: string;
  /** `sizes` do not depend on how busy the machine is. */
  readonly kind?: 'times' | 'sizes';
}

/**
 * Prints figures, the machine, and how busy it was with other programs. Figures of a quiet machine replace those of the
 * same program in the table of lab/bench/README.md. Returns whether they did.
 */
export async function report({ program, figures, about = '', kind = 'times' }: Report): Promise<boolean> {
  const busy = others();
  others = watchOthers();
  const usage = busy === undefined ? 'an unknown share' : `${(busy * 100).toFixed(0)} %`;
  const load = `; other programs used ${usage} of the processor; a sync of the disk took ${syncTime().toFixed(1)} ms`;
  const machine = `${describeMachine()}${kind === 'times' ? load : ''}`;
  const printed = [about.trim(), table(['what', 'measured', 'goal'], figures), `Measured on ${machine}.`];
  process.stdout.write(`${printed.filter((part) => part !== '').join('\n\n')}\n`);
  if (kind === 'times' && busy !== undefined && busy > quiet) {
    process.stdout.write(
      `\nNot written to lab/bench/README.md: the machine was busy (more than ${quiet * 100} %). Run it again on a quiet one.\n`,
    );
    return false;
  }
  await replaceFigures(program, figures);
  return true;
}

async function replaceFigures(program: string, figures: Report['figures']): Promise<void> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const source = `\`${program}\``;
  const isOurs = (line: string) => line.startsWith('|') && line.split('|').at(-3)?.trim() === source;
  const first = lines.findIndex(isOurs);
  const kept = lines.filter((line) => !isOurs(line));
  const at = first === -1 ? kept.findLastIndex((line) => line.startsWith('|')) + 1 : first;
  const rows = figures.map(([what = '', measured = '', goal = '']) =>
    ['', what, measured, goal, source, today, ''].join(' | ').trim(),
  );
  await writeFile(file, kept.toSpliced(at, 0, ...rows).join('\n'));
  spawnSync(process.execPath, [formatter, file]);
}
