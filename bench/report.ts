import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const formatter = join(import.meta.dirname, '../node_modules/oxfmt/bin/oxfmt');
const file = join(import.meta.dirname, 'README.md');

export const today = new Date().toISOString().slice(0, 10);

/** Prints a section and puts it into bench/README.md, in the place of the one with the same heading or else at the end. */
export async function report(heading: string, text: string): Promise<void> {
  process.stdout.write(`${text}\n`);
  const [intro = '', ...sections] = (await readFile(file, 'utf8')).split(/^## /m);
  const section = `${heading}\n\n${text.trim()}\n\n`;
  const at = sections.findIndex((one) => one.startsWith(`${heading}\n`));
  const others = sections.toSpliced(at === -1 ? sections.length : at, at === -1 ? 0 : 1, section);
  await writeFile(file, `${[intro, ...others].map((one) => one.trim()).join('\n\n## ')}\n`);
  spawnSync(process.execPath, [formatter, file]);
}

/** A line of a table. */
export function row(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
