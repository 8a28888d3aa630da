import { megabyte } from '#server/settings.ts';
import type { Proof } from '#server/files/transfer.ts';

/** Shows how many files were proven, and where they are. */
export function showFiles({ whole }: Proof, folder: string, say: (line: string) => void): void {
  if (whole.length === 0) return;
  const bytes = whole.reduce((sum, { size }) => sum + size, 0);
  say(
    `Files: ${whole.length.toLocaleString('en')} in ${folder}, ${inMegabytes(bytes)}, proven by their hashes.`,
  );
}

/** The message of a command for missing or damaged files. */
export function lostFiles({ whole, lost }: Proof, folder: string): string {
  const all = whole.length + lost.length;
  return `${lost.length} of ${all} files are missing or damaged in ${folder}; the first has the hash ${lost[0]?.sha256}`;
}

/** In the units of the settings. */
function inMegabytes(bytes: number): string {
  return `${(bytes / megabyte).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}
