import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MarkdownContent } from './MarkdownContent.tsx';
import { parseMarkdown } from '#contract/conversation/markdown.ts';
import { markdownOf } from './selected-markdown.ts';

beforeAll(() => vi.stubGlobal('window', { location: { host: 'bugs.example.com' } }));
afterAll(() => vi.unstubAllGlobals());

const tag = /<(\/?)([a-z0-9]+)((?: [a-zA-Z-]+="[^"]*")*)(\/?)>|([^<]+)/g;
const references: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#x27': "'" };
const decoded = (text: string) =>
  text.replaceAll(/&([a-z0-9#]+);/g, (all, name: string) => references[name] ?? all);
const empty = new Set(['input', 'br', 'hr', 'img']);

/** The properties that the code reads of an element or a text. */
interface TestNode {
  nodeType: 1 | 3;
  nodeName: string;
  textContent: string;
  childNodes: TestNode[];
  checked: boolean;
  getAttribute: (name: string) => string | null;
}

/** The nodes of React's HTML, because there is no DOM here. */
function nodesOf(html: string): TestNode {
  const make = (nodeName: string, attributes = new Map<string, string>(), text?: string): TestNode => ({
    nodeType: text === undefined ? 1 : 3,
    nodeName,
    childNodes: [],
    checked: attributes.has('checked'),
    get textContent(): string {
      return text ?? this.childNodes.map((child) => child.textContent).join('');
    },
    getAttribute: (name) => attributes.get(name) ?? null,
  });
  const root = make('ROOT');
  const open = [root];
  for (const [, end, name = '', attributes = '', , text] of html.matchAll(tag)) {
    const parent = open.at(-1);
    if (text !== undefined) parent?.childNodes.push(make('#text', undefined, decoded(text)));
    else if (end) open.pop();
    else {
      const pairs = [...attributes.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g)];
      const node = make(
        name.toUpperCase(),
        new Map(pairs.map(([, key = '', value = '']) => [key, decoded(value)])),
      );
      parent?.childNodes.push(node);
      if (!empty.has(name)) open.push(node);
    }
  }
  return root;
}

const fileId = '01a21990-0000-7000-8000-000000000000';
const signed = `https://bugs.example.com/api/files/${fileId}/content?token=a.b`;
const files = {
  Link: ({ children }: { children: React.ReactNode }) => <a href={`${signed}&download=1`}>{children}</a>,
  Image: ({ alt }: { alt: string }) => (
    <button type="button">
      <img alt={alt} src={signed} />
    </button>
  ),
};
const BugLink = ({ number }: { number: number }) => <a href={`/bugs/${number}`}>#{number}</a>;
const mentions = [{ _id: '1', name: 'Ann Lee' }];

/** The Markdown of a text that was rendered and selected as a whole. */
const quoted = (text: string) =>
  markdownOf(
    nodesOf(
      renderToStaticMarkup(
        <MarkdownContent text={text} files={files} BugLink={BugLink} mentions={mentions} />,
      ),
    ) as unknown as Node,
  );

describe('a rendered text becomes the Markdown that was typed', () => {
  test.each([
    'One\n  two\n\nThree',
    'It **fails** with *one* ``a`b`` and ~~not~~ `two`',
    '```ts\nconst a = "*";\n\n  // `b`\n```',
    '````\n```\n````',
    '- one\n- two\n  - three\n\n    four\n- five',
    '3. one\n4. two\n   ```\n   code\n   ```',
    '- [ ] a task\n- [x] done',
    '> quoted\n>\n> > nested\n>\n> - item\n\nAn answer',
    '# Heading\n\n### Third\n\n---\n\nEnd',
    '| a | b | c |\n| --- | --: | :-: |\n| 1 \\| 2 | `x` | **z** |',
    'See [the *list*](https://other.example/x_(y)), https://a.example/?a=1 and #12, @Ann Lee',
    '![A screen](https://images.example/a.png)',
    `![a.png](/api/files/${fileId}/content) and [a.log](/api/files/${fileId}/content)`,
    '- a\n\n* b',
    'Use `@Ann Lee` and `__init__` in the **decorator**:\n\n1. first\n2. second\n\n```java\n@Override\nvoid a_b_c() { x *= 2; y *= 3; }\n```\n\nSee [the docs](https://example.org/docs) for #1, @Ann Lee',
  ])('%j', (text) => {
    expect(quoted(text).replace('<https://other.example/x_(y)>', 'https://other.example/x_(y)')).toBe(text);
  });
});

test.each([
  String.raw`\*a\* and \_b\_, snake_case_name, 2 * 3 \~~c\~~ \`d\` \[e](https://a.example) \\`,
  String.raw`\# no heading` +
    '\n' +
    String.raw`\> no quote` +
    '\n' +
    String.raw`\- no item` +
    '\n' +
    String.raw`1\. no item`,
  'a\n' +
    String.raw`\---` +
    '\n' +
    String.raw`\===` +
    '\n' +
    String.raw`a | b` +
    '\n' +
    String.raw`\--- | ---`,
  String.raw`\`\`\`` + '\nno fence',
  String.raw`\[a]: https://a.example`,
  String.raw`[a\]b](https://a.example) C:\Users\x a\\*b`,
  '**bold *and italic***',
  '<b>no HTML</b> &amp; &lt;',
  '1. a\n\n   b\n2. c\n\n1) d',
  '- > a\n  >\n  > b\n- ```\n  c\n  ```\n  d',
  '    indented code\n      more',
  'Text\n# Heading with `code`\n* * *\nText',
])('text without a meaning in Markdown gets none, and the rest keeps its own: %j', (text) => {
  expect(parseMarkdown(quoted(text)).nodes).toEqual(withFences(parseMarkdown(text).nodes));
});

/** Turns indented blocks of code into fenced ones, because blocks of code are quoted between fences. */
function withFences(nodes: unknown): unknown {
  return JSON.parse(JSON.stringify(nodes).replaceAll('"name":"code_block"', '"name":"fence"')) as unknown;
}

test('text without Markdown is shown the same when it is quoted', () => {
  const characters = '*_~`[]()#>-+=|:1. \\\nab&<';
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...characters.split('')), maxLength: 24 }), (text) => {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      const shown = lines.join('\n').trim();
      const node = { childNodes: [{ nodeType: 3, nodeName: '#text', textContent: text }] };
      const { nodes, rest } = parseMarkdown(markdownOf(node as unknown as Node));
      const blocks = nodes as readonly { name: string; children: unknown[] }[];
      expect(rest).toBeUndefined();
      expect(blocks.map(({ name, children }) => [name, shape(children)])).toEqual(
        shown === '' ? [] : [['paragraph', shape([shown])]],
      );
    }),
    { numRuns: 2_000 },
  );
  // Space before a break is dropped; a number after a `#` refers to a bug in both.
  function shape(children: readonly unknown[] = []): string {
    const texts = children.map((child) => {
      const { name, children: inner } = child as { name: string; children: string[] };
      return typeof child === 'string' ? child : name === 'bug' ? inner.join('') : '<element>';
    });
    return texts.join('').replaceAll(/ +(?=\n|$)/g, '');
  }
});

test('any text is quoted in linear time', () => {
  const pieces = [
    '-',
    '*',
    '_',
    '`',
    '<',
    '[',
    ' ',
    '~',
    '\\',
    '#',
    '| ',
    '1.',
    '- ',
    '\n',
    '_ ',
    '=-',
    '](',
  ];
  for (const piece of pieces)
    for (const name of ['P', 'STRONG', 'CODE', 'A', 'PRE']) {
      const text = { nodeType: 3, nodeName: '#text', textContent: `${piece.repeat(20_000)}x` };
      const element = { ...text, nodeType: 1, nodeName: name, childNodes: [text], getAttribute: () => null };
      const start = process.cpuUsage();
      markdownOf({ childNodes: [element] } as unknown as Node);
      expect([piece, name, process.cpuUsage(start).user < 500_000]).toEqual([piece, name, true]);
    }
});
