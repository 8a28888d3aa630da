import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMachine, syncTime, watchOthers } from './machine.ts';

const formatter = join(import.meta.dirname, '../../../node_modules/oxfmt/bin/oxfmt');
const file = join(import.meta.dirname, '../README.md');
/** If other programs use a larger share of the processor, figures are no reference. */
const quiet = 0.1;

const today = new Date().toISOString().slice(0, 10);

let others = watchOthers();

/**
 * Prints a section with the machine and how busy it was with other programs. Figures of a quiet machine are written to
 * lab/bench/README.md, replacing the section with the same heading or else at the end; sizes also of a busy one, as they do
 * not depend on load. Returns whether it has written them.
 */
export async function report(
  heading: string,
  text: string,
  figures: 'times' | 'sizes' = 'times',
): Promise<boolean> {
  const busy = others();
  others = watchOthers();
  const usage = busy === undefined ? 'an unknown share' : `${(busy * 100).toFixed(0)} %`;
  const load = `; other programs used ${usage} of the processor; a sync of the disk took ${syncTime().toFixed(1)} ms`;
  const stated = `${text.trim()}\n\nMeasured on ${today}: ${describeMachine()}${figures === 'times' ? load : ''}.`;
  process.stdout.write(`${stated}\n`);
  if (figures === 'times' && busy !== undefined && busy > quiet) {
    process.stdout.write(
      `\nNot written to lab/bench/README.md: the machine was busy (more than ${quiet * 100} %). Run it again on a quiet one.\n`,
    );
    return false;
  }
  const [intro = '', ...sections] = (await readFile(file, 'utf8')).split(/^## /m);
  const section = `${heading}\n\n${stated}\n\n`;
  const at = sections.findIndex((one) => one.startsWith(`${heading}\n`));
  const rest = sections.toSpliced(at === -1 ? sections.length : at, at === -1 ? 0 : 1, section);
  await writeFile(file, `${[intro, ...rest].map((one) => one.trim()).join('\n\n## ')}\n`);
  spawnSync(process.execPath, [formatter, file]);
  return true;
}
