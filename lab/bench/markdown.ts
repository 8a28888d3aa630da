// Measures what hostile texts of 20,000 characters cost a browser that shows them as Markdown, as a multiple of an
// ordinary text of the same length: `node lab/bench/markdown.ts`. Goal: at most 20. Needs the browser of the browser
// tests.
import { join } from 'node:path';
import { build } from 'vite';
import { maxComment } from '#contract/conversation/comments.ts';
import { launchChromium } from '#lab/chromium.ts';
import { median, table as markdownTable } from '#lab/figures.ts';
import { plainText } from '#server/test/worst-texts.ts';
import { report } from './parts/report.ts';

const rounds = 9;
const goal = 20;
const root = join(import.meta.dirname, '../..');
const entry = 'markdown-page';

/** Renders texts with the application's own component, and lays them out. */
const page = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { flushSync } from 'react-dom';
  import { MarkdownContent } from ${JSON.stringify(join(root, 'web/src/ui/markdown/MarkdownContent.tsx'))};
  globalThis.millisecondsFor = (text) => {
    const host = document.body.appendChild(document.createElement('div'));
    const root = createRoot(host);
    const begun = performance.now();
    flushSync(() => root.render(createElement(MarkdownContent, { text })));
    host.getBoundingClientRect();
    const taken = performance.now() - begun;
    root.unmount();
    host.remove();
    return taken;
  };`;

const repeated = (piece: string) => piece.repeat(Math.floor(maxComment / piece.length));
const nested = (open: string, close: string) => {
  const depth = Math.floor(maxComment / (open.length + close.length));
  return open.repeat(depth) + close.repeat(depth);
};
/** A table with this many columns, and rows for the rest of the text. */
function table(columns: number): string {
  const cells = '|a'.repeat(columns);
  const head = `${cells}|\n${'|-'.repeat(columns)}|\n`;
  return head + `${cells}|\n`.repeat(Math.floor((maxComment - head.length) / (cells.length + 2)));
}

const texts: Record<string, string> = {
  'quotes in quotes': repeated('>'),
  'quotes in quotes, line by line': Array.from({ length: 190 }, (_, i) => `${'>'.repeat(i)} a`).join('\n'),
  'lists in lists': Array.from({ length: 190 }, (_, i) => `${' '.repeat(i)}- a`).join('\n'),
  'lists on one line': repeated('- '),
  'open brackets': repeated('['),
  'open images': repeated('!['),
  'links in links': nested('[', '](x)'),
  'brackets without an address': repeated('[a]('),
  links: repeated('[a](https://b.example) '),
  addresses: repeated('https://a.example '),
  references: `[a]: https://b.example\n\n${repeated('[a] ').slice(30)}`,
  'open emphasis': repeated('*a '),
  'emphasis of two kinds': repeated('*a _b '),
  'emphasis in emphasis': nested('*a ', ' b*'),
  'stars in a row': repeated('**********a'),
  'emphasis of all lengths': Array.from({ length: 190 }, (_, i) => `${'*'.repeat(i)}a`).join(' '),
  'crossed out': repeated('~~a~~ '),
  'open code': Array.from({ length: 190 }, (_, i) => '`'.repeat(i)).join(' a '),
  code: repeated('`a` '),
  'fenced code': repeated('```\na\n```\n'),
  'a table of few columns': table(4),
  'a table of 100 columns': table(100),
  'a table of 3,000 columns': table(3_000),
  'rows with fewer cells than the head': `${'|a'.repeat(2_000)}|\n${'|-'.repeat(2_000)}|\n${'|a\n'.repeat(4_000)}`,
  'task lists': repeated('- [ ] a\n'),
  headings: repeated('# a\n'),
  scripts: repeated('<script>'),
  'scripts with contents': repeated('<script>alert(1)</script>\n'),
  'open comments': repeated('<!--'),
  'open instructions': repeated('<?'),
  entities: repeated('&#0;'),
  backslashes: repeated('\\'),
  'numbers of bugs': repeated('#1 '),
  'at signs': repeated('@a '),
  'line breaks': repeated('a\n'),
  paragraphs: repeated('a\n\n'),
};

const built = await build({
  root,
  configFile: false,
  logLevel: 'silent',
  plugins: [
    {
      name: 'markdown-page',
      resolveId: (id) => (id === entry ? `\0${entry}` : null),
      load: (id) => (id === `\0${entry}` ? page : null),
    },
  ],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    write: false,
    rolldownOptions: { input: entry, output: { format: 'iife', codeSplitting: false } },
  },
});
const [output] = [built].flat();
if (!output || !('output' in output)) throw new Error('The page was not built');
const [{ code }] = output.output;

const browser = await launchChromium();
const tab = await browser.newPage();
await tab.setContent('<!doctype html><body></body>');
await tab.addScriptTag({ content: code });
const millisecondsFor = (text: string) =>
  tab.evaluate(
    (given) => (globalThis as unknown as { millisecondsFor(text: string): number }).millisecondsFor(given),
    text.slice(0, maxComment),
  );

const plain = plainText(maxComment);
for (let i = 0; i < rounds; i += 1) await millisecondsFor(plain);
const measured: [name: string, ratio: number, milliseconds: number][] = [];
for (const [name, text] of Object.entries(texts)) {
  const [hostile, ordinary]: [number[], number[]] = [[], []];
  await millisecondsFor(text);
  for (let i = 0; i < rounds; i += 1) {
    ordinary.push(await millisecondsFor(plain));
    hostile.push(await millisecondsFor(text));
  }
  measured.push([name, median(hostile) / median(ordinary), median(hostile)]);
}
await browser.close();

const shown = measured.toSorted(([, one], [, other]) => other - one);
const [[slowest, most] = ['', 0]] = shown;
await report({
  program: 'markdown.ts',
  about: `Texts of 20,000 characters, rendered and laid out by the application’s own component in Chromium, as a multiple of an ordinary
text of the same length (lines of prose), in turn with it. Medians of ${rounds} rounds.

${markdownTable(
  ['text', 'measured', 'milliseconds'],
  shown.map(([name, ratio, taken]) => [name, ratio.toFixed(1), taken.toFixed(1)]),
)}`,
  figures: [
    [
      `the slowest of ${shown.length} hostile Markdown texts (${slowest}), times prose`,
      most.toFixed(1),
      `${goal}`,
    ],
  ],
});
