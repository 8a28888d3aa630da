import { expect, test } from 'vitest';
import { fileIdsIn, maxHighlighted } from './shown-text.ts';
import { maxFiles, maxReferences, type MarkdownNode, parseMarkdown } from './markdown.ts';
import { maxDepth, maxElements } from './markdown-tokens.ts';

/** A tree in short form: `name(children)`. */
function short(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) =>
      typeof node === 'string' ? JSON.stringify(node) : `${node.name}(${short(node.children)})`,
    )
    .join(' ');
}
const parsed = (text: string, names: string[] = []) =>
  short(parseMarkdown(text, new Map(names.map((name) => [name, name]))).nodes);

function sizeOf(nodes: readonly MarkdownNode[]): { elements: number; depth: number } {
  const inner = nodes.filter((node) => typeof node === 'object').map(({ children }) => sizeOf(children));
  return {
    elements: inner.reduce((sum, { elements }) => sum + elements + 1, 0),
    depth: Math.max(0, ...inner.map(({ depth }) => depth + 1)),
  };
}

test.each([
  ['Two lines\nof *one* text', 'paragraph("Two lines\\nof " em("one") " text")'],
  ['TypeError: x\n    at a (b.js:1)', 'paragraph("TypeError: x\\n    at a (b.js:1)")'],
  ['<b>bold</b> &amp; <!-- x -->', 'paragraph("<b>bold</b> &amp; <!-- x -->")'],
  ['~~gone~~ `a*b*`', 'paragraph(s("gone") " " code_inline("a*b*"))'],
  ['```ts\nlet a;\n```', 'fence("let a;\\n")'],
  ['- [x] done\n- [ ] not', 'bullet_list(list_item(paragraph("done")) list_item(paragraph("not")))'],
  ['- [x](https://a.example)', 'bullet_list(list_item(paragraph(link("x"))))'],
  ['> said', 'blockquote(paragraph("said"))'],
  ['![a *b*](https://a.example/b.png)', 'paragraph(image("a b"))'],
  ['|a|b|\n|-|:-:|\n|1|2|', 'table(thead(tr(th("a") th("b"))) tbody(tr(td("1") td("2"))))'],
])('%j', (text, tree) => {
  expect(parsed(text)).toBe(tree);
});

const fileId = '01980000-0000-7000-8000-00000000000a';
const content = `/api/files/${fileId}/content`;

test('links and images lead to files of the application only by their exact addresses', () => {
  expect(parsed(`![a](${content}) [b](${content})`)).toBe('paragraph(image("a") " " link("b"))');
  for (const to of [
    `${content}?download=1`,
    `${content}#x`,
    `${content}/`,
    `/${content}`,
    content.toUpperCase(),
    '/api/files/1/content',
    '/api/files/../content',
    `/api/files/${fileId}`,
  ])
    expect(parsed(`![a](${to})`)).not.toContain('image(');
  expect(fileIdsIn(`![a](${content}) [b](${content}) ![c](/api/files/x/content) ${content}`)).toEqual([
    fileId,
  ]);
});

test('a text shows a limited number of files', () => {
  const { nodes } = parseMarkdown(`![a](${content}) `.repeat(maxFiles + 1));
  const images = nodes.flatMap((node) => (typeof node === 'object' ? node.children : []));
  const targets = images.flatMap((node) => (typeof node === 'object' ? node.value : []));
  expect(targets).toEqual([...Array.from({ length: maxFiles }, () => content), '']);
});

test('links lead to http, https and mailto addresses; anything else stays text', () => {
  const linked = (text: string) =>
    [...parsed(text).matchAll(/(?:link|image)\("(.*?)"\)/g)].map(([, to]) => to);
  expect(linked('See https://a.example/b?c=(d)#e, (http://f.example) or g@h.example.')).toEqual([
    'https://a.example/b?c=(d)#e',
    'http://f.example',
    'g@h.example',
  ]);
  for (const to of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//a.example',
    'https:a',
    '/bugs',
    'ftp://a.example',
    'x',
  ])
    for (const text of [`[a](${to})`, `![a](${to})`, `<${to}>`, `[a]\n\n[a]: ${to}`, to])
      expect(linked(text)).toEqual([]);
  // File names are not links.
  expect(linked('main.rs README.md www.a.example')).toEqual([]);
  // Shown as typed: neither decoded nor in look-alike letters.
  expect(parsed('https://xn--e1awd7f.example/%41')).toBe(
    'paragraph(link("https://xn--e1awd7f.example/%41"))',
  );
});

test('numbers of bugs and names of mentioned people are recognised in text only', () => {
  expect(parsed('See #12, (#3) and @Ann Lee, @Ann.', ['Ann', 'Ann Lee', 'A.*'])).toBe(
    'paragraph("See " bug("#12") ", (" bug("#3") ") and " mention("@Ann Lee") ", " mention("@Ann") ".")',
  );
  for (const text of ['`#1 @Ann`', 'https://a.example/#1', '\\#1 a#1 #1a #0 &#39; ##1', 'a@Ann @Anna'])
    expect(parsed(text, ['Ann'])).not.toMatch(/bug|mention/);
  expect(parsed('#1 '.repeat(maxReferences + 9)).split('bug(').length - 1).toBe(maxReferences);
});

test('each box of a task list has its line number and its state', () => {
  const { nodes } = parseMarkdown('Do:\r\n\r\n1. [ ] one\r\n   > - [X] two');
  const found: unknown[] = [];
  const look = (node: MarkdownNode) => {
    if (typeof node === 'string') return;
    if (node.task) found.push(node.task);
    node.children.forEach(look);
  };
  nodes.forEach(look);
  expect(found).toEqual([
    { line: 2, isDone: false },
    { line: 3, isDone: true },
  ]);
});

test('a text of nothing but marks or definitions is shown as typed', () => {
  for (const text of ['[a]: https://a.example', '>', '```', '-'])
    expect(parseMarkdown(text)).toEqual({ nodes: [], rest: text });
  expect(parseMarkdown('')).toEqual({ nodes: [], rest: undefined });
});

test('text that is nested too deeply is shown as typed, and none of it is lost', () => {
  const deep = '> '.repeat(100) + 'end';
  expect(parsed(`Before\n\n${deep}\n\nafter`)).toBe(
    `paragraph("Before") source(${JSON.stringify(deep)}) paragraph("after")`,
  );
});

const repeated = (part: string) => part.repeat(30_000 / part.length);
const growing = (line: (depth: number) => string) =>
  Array.from({ length: 250 }, (_, at) => line(at)).join('\n');
test.each(
  Object.entries({
    quotations: repeated('>'),
    'deeper quotations': growing((depth) => `${'>'.repeat(depth)}a`),
    lists: repeated('- '),
    'deeper lists': growing((depth) => `${'  '.repeat(depth)}- a`),
    brackets: repeated('['),
    links: repeated('[a]('),
    emphasis: repeated('*a _b '),
    'nested emphasis': `${'*a **b '.repeat(3_000)}${'c** d* '.repeat(3_000)}`,
    backticks: growing((length) => '`'.repeat(length)),
    paragraphs: repeated('a\n\n'),
    rows: `|a|b|\n|-|-|\n${repeated('|\n')}`,
    columns: `${'|a'.repeat(500)}\n${'|-'.repeat(500)}\n${repeated('a\n')}`,
    addresses: repeated('https://a.example '),
    references: repeated('#1 '),
    tasks: repeated('- [ ] a\n'),
    headings: repeated('# a\n'),
    'blocks of code': repeated('```\na\n```\n'),
    'short rows': `${'|a'.repeat(1_000)}|\n${'|-'.repeat(1_000)}|\n${repeated('|a\n')}`,
  }),
)('the tree of 30,000 characters of %s is limited in size, and has every letter', (_, text) => {
  const { nodes, rest = '' } = parseMarkdown(text);
  const { elements, depth } = sizeOf(nodes);
  expect(elements).toBeLessThanOrEqual(maxElements + maxReferences);
  expect(depth).toBeLessThanOrEqual(2 * maxDepth + 2);
  const letters = (all: string) => all.match(/[a-d]/g)?.length ?? 0;
  const shown = nodes.map(function textOf(node): string {
    return typeof node === 'string' ? node : node.children.map(textOf).join('');
  });
  expect(letters(shown.join('') + rest)).toBe(letters(text));
});

test('a code block counts as many elements, and a table that is too large is shown as typed', () => {
  const { nodes, rest } = parseMarkdown('```\na\n```\n'.repeat(1_000));
  expect([nodes.length, rest?.slice(0, 9)]).toEqual([maxElements / 20, '```\na\n```']);
  const table = (rows: number) => `|a|b|\n|-|-|\n${'|c\n'.repeat(rows)}`;
  expect(parsed(table(9))).toMatch(/^table/);
  expect(parsed(table(maxElements))).not.toContain('table(');
});

test('code beyond the limit for highlighting in a text has no language', () => {
  const block = (language: string, length: number) =>
    `\`\`\`${language}\n${'a'.repeat(length - 1)}\n\`\`\`\n`;
  const values = (text: string) =>
    parseMarkdown(text).nodes.map((node) => (typeof node === 'string' ? node : node.value));
  // Code that is not highlighted anyway does not count.
  const long = block('', maxHighlighted.text + 1) + block('sql', maxHighlighted.block + 1);
  const fitting = block('js', maxHighlighted.block).repeat(maxHighlighted.text / maxHighlighted.block);
  expect(values(`${long}${fitting}${block('go', 2)}`)).toEqual(['', 'sql', 'js', 'js', 'js', 'js', '']);
});
