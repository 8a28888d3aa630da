// Measures the size of the web application: `node lab/bench/web-weight.ts` prints a table and writes its section of
// lab/bench/README.md.
import { table } from '#lab/figures.ts';
import { webLimits, weighWeb } from './parts/weigh-web.ts';
import { report } from './parts/report.ts';

const { login, whole, libraries } = await weighWeb();
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const heaviest = [...libraries].toSorted(([, one], [, other]) => other.whole - one.whole);
const shown = heaviest.filter(([, { whole: bytes }]) => bytes >= 500);

await report({
  program: 'web-weight.ts',
  kind: 'sizes',
  figures: [
    ['JavaScript before /login can be used, compressed by Brotli', kB(login), kB(webLimits.login)],
    ['JavaScript of the whole application', kB(whole), kB(webLimits.whole)],
  ],
  about: `By library, a file's bytes divided by the length of its parts:

${table(
  ['library', 'before /login', 'whole'],
  shown.map(([name, part]) => [name, kB(part.login), kB(part.whole)]),
)}`,
});
