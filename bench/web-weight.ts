// What the web application weighs: `node bench/web-weight.ts` prints a table and writes its section of bench/README.md.
import { weighWeb } from './parts/weigh-web.ts';
import { report } from './parts/report.ts';

const { login, whole, libraries } = await weighWeb();
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const heaviest = [...libraries].toSorted(([, one], [, other]) => other.whole - one.whole);
const shown = heaviest.filter(([, { whole: bytes }]) => bytes >= 500);

await report(
  'Weight of the web (`node bench/web-weight.ts`)',
  `JavaScript as served, compressed by Brotli. A test fails above the goals.

| what | measured | goal |
| --- | --- | --- |
| before /login can be used | ${kB(login)} | at most 150 kB |
| the whole application | ${kB(whole)} | at most 466 kB |

By library, a file's bytes shared out by the length of its parts:

| library | before /login | whole |
| --- | --- | --- |
${shown.map(([name, part]) => `| ${name} | ${kB(part.login)} | ${kB(part.whole)} |`).join('\n')}
`,
);
