import { expect, test } from 'vitest';
import { type ESTree, parseSync, Visitor } from 'vite';

const sources = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../**/*texts.ts', '!../**/messages.*.ts'],
  { query: '?raw', import: 'default', eager: true },
);

/** Attributes and properties that users see, or screen readers announce. */
const shown = new Set(
  'label title tabTitle text hint alt placeholder helperText problem confirmLabel busyLabel aria-label aria-description'.split(
    ' ',
  ),
);
/** The product has one name in every language. */
const names = new Set(['Katydid']);

/** The texts that an expression may evaluate to, as far as they are literals in it. */
function textsOf(node: ESTree.Expression | ESTree.JSXEmptyExpression): string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return [...node.quasis.map(({ value }) => value.raw), ...node.expressions.flatMap(textsOf)];
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(textsOf);
    case 'LogicalExpression':
      return [node.left, node.right].flatMap(textsOf);
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return textsOf(node.expression);
    case 'ArrowFunctionExpression':
      return node.body.type === 'BlockStatement' ? [] : textsOf(node.body);
    default:
      return [];
  }
}

/** The hard-coded texts of a file. */
function hardCoded(path: string, source: string): string[] {
  const found: string[] = [];
  const note = (texts: readonly string[]) =>
    found.push(...texts.map((text) => text.trim()).filter((text) => /\p{L}/u.test(text) && !names.has(text)));
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  const inBothLanguages: ESTree.Node[] = [];
  const isInBoth = ({ start, end }: ESTree.Node) =>
    inBothLanguages.some((call) => call.start <= start && end <= call.end);
  new Visitor({
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'inLanguage') inBothLanguages.push(node);
    },
    JSXText: ({ value }) => note([value]),
    JSXElement: ({ children }) => children.forEach(noteChild),
    JSXFragment: ({ children }) => children.forEach(noteChild),
    JSXAttribute({ name, value }) {
      if (name.type !== 'JSXIdentifier' || !shown.has(name.name) || !value) return;
      if (value.type === 'Literal') note(textsOf(value));
      if (value.type === 'JSXExpressionContainer') note(textsOf(value.expression));
    },
    Property(node) {
      const { key, value } = node;
      if (isInBoth(node)) return;
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : undefined;
      // Only texts with capitals or several words: a single lower-case word is an identifier.
      if (typeof name === 'string' && shown.has(name) && 'type' in value)
        note(textsOf(value as ESTree.Expression).filter((text) => /\p{Lu}|\s/u.test(text)));
    },
  }).visit(program);

  function noteChild(child: ESTree.JSXChild): void {
    if (child.type === 'JSXExpressionContainer') note(textsOf(child.expression));
  }
  return found;
}

test('the search finds every way of writing a text into the code', () => {
  const source = `
    const nav = { label: 'Create Bug', title: \`\${n} bugs\`, className: 'Not shown', hint: () => 'No changes' };
    const texts = inLanguage({ en: { label: 'Title' }, de: { label: 'Titel' } });
    const page = <Page title="Bug List" to="/bugs" aria-label={busy ? 'Busy now' : label}>
      Hello {isNew && 'you'} {\`\${n} selected\`} {mode === 'open' ? texts.open : <b>bold</b>} Katydid 12 ·
    </Page>;`;
  expect(hardCoded('probe.tsx', source).toSorted()).toEqual(
    [
      'Create Bug',
      'bugs',
      'No changes',
      'Bug List',
      'Busy now',
      'Hello',
      'you',
      'selected',
      'bold',
      'Katydid 12 ·',
    ].toSorted(),
  );
});

test('no text that people see or hear stands in the code in one language only', () => {
  const found = Object.entries(sources).flatMap(([path, source]) =>
    hardCoded(path, source).map((text) => `${path}: ${text}`),
  );
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
