import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

/** Longer than any row, in UTF-16 code units: a file with a longer line is no backup of Katydid, and is not unpacked further. */
const longest = 64 * 1024 * 1024;

/** The unzipped content of the file, some whole lines at a time and without line ends. @throws errors of zlib */
export async function* unzippedLines(path: string): AsyncGenerator<string[]> {
  const unzipped = createGunzip({ rejectGarbageAfterEnd: true, chunkSize: 256 * 1024 });
  const file = createReadStream(path);
  file.on('error', (error) => unzipped.destroy(error)).pipe(unzipped);
  unzipped.setEncoding('utf8');
  let [rest, length]: [string[], number] = [[], 0];
  try {
    for await (const text of unzipped as AsyncIterable<string>) {
      rest.push(text);
      length += text.length;
      if (length > longest) throw new Error('it has lines that are too long');
      // Pieces of a long line are joined once, at its end.
      if (!text.includes('\n')) continue;
      const lines = rest.join('').split('\n');
      const begun = lines.pop() ?? '';
      [rest, length] = [[begun], begun.length];
      yield lines;
    }
  } finally {
    file.destroy();
  }
  if (length > 0) throw new Error('it ends within a line');
}
