import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

/** Longer than any row can be, in UTF-16 code units: what has longer lines is not ours, whatever it would unpack to. */
const longest = 16 * 1024 * 1024;

/** What the file holds that is gzipped, some whole lines at a time and without their ends; throws what zlib says of it. */
export async function* unzippedLines(path: string): AsyncGenerator<string[]> {
  const unzipped = createGunzip({ rejectGarbageAfterEnd: true, chunkSize: 256 * 1024 });
  const file = createReadStream(path);
  file.on('error', (error) => unzipped.destroy(error)).pipe(unzipped);
  unzipped.setEncoding('utf8');
  let rest = '';
  try {
    for await (const text of unzipped as AsyncIterable<string>) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > longest) throw new Error('it has lines that are too long');
      yield lines;
    }
  } finally {
    file.destroy();
  }
  if (rest !== '') throw new Error('it ends within a line');
}
