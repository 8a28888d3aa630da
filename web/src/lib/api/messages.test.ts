import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type ESTree, parseSync, Visitor } from 'vite';
import { endpoints, permissions } from '#contract/index.ts';
import { translate } from './messages.de.ts';

/** Values that a rule refuses, each for another reason. */
const wrong = [undefined, null, '', 0, 'wrong'];

/** What the rules of a schema say, as far as the contract words it. */
function messagesOf(part: unknown, seen = new Set<unknown>()): string[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return [];
  seen.add(part);
  if (Array.isArray(part)) return part.flatMap((inner) => messagesOf(inner, seen));
  if ('_zod' in part) return messagesOf((part._zod as { def: unknown }).def, seen);
  const own =
    'error' in part && typeof part.error === 'function'
      ? wrong.map((input) => saidBy(part.error, input))
      : [];
  return [...own, ...Object.values(part).flatMap((inner) => messagesOf(inner, seen))];
}

function saidBy(error: unknown, input: unknown): string {
  const message: unknown = Reflect.apply(error as () => unknown, undefined, [{ input }]);
  return typeof message === 'string' ? message : (message as { message: string }).message;
}

/** The texts of the refusals in a file of the server; what a template fills in is a number or a name. */
function refusalsIn(path: string, source: string): string[] {
  const found: string[] = [];
  const note = (node: ESTree.Node | undefined) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') found.push(node.value);
    if (node?.type === 'TemplateLiteral') found.push(node.quasis.map(({ value }) => value.cooked).join('12'));
    if (node?.type === 'LogicalExpression') note(node.right);
  };
  new Visitor({
    NewExpression({ callee, arguments: [, message] }) {
      if (callee.type === 'Identifier' && callee.name === 'AppError') note(message);
    },
    CallExpression({ callee, arguments: [first, second] }) {
      if (callee.type !== 'Identifier') return;
      if (callee.name === 'fieldError') note(second);
      if (callee.name === 'tryLater') note(first);
      if (callee.name === 'tooManyRequests' && first?.type === 'Literal')
        found.push(`${String(first.value)}. Try again in 12 minutes.`);
      // How `parse.ts` tells of a field that it does not know.
      if (callee.name === 'note' && second?.type === 'TemplateLiteral' && first) note(second);
    },
  }).visit(parseSync(path, source).program);
  return found;
}

test('every message of the contract’s schemas is known in German', () => {
  const messages = endpoints.flatMap(({ params, query, body }) => messagesOf([params, query, body]));
  const worded = new Set([...messages, 'Invalid input']);
  expect(worded).toContain('Title is required');
  expect(worded).toContain('Description must be at most 20,000 characters');
  expect([...worded].filter((message) => translate(message) === undefined)).toEqual([]);
});

test('every refusal of the server is known in German', async () => {
  const root = new URL('../../../../', import.meta.url);
  const paths = await Array.fromAsync(
    glob('server/**/*.ts', { cwd: root, exclude: (path) => path.endsWith('.test.ts') }),
  );
  const sources = await Promise.all(paths.map((path) => readFile(new URL(path, root), 'utf8')));
  const refusals = paths.flatMap((path, index) => refusalsIn(path, sources[index] ?? ''));
  const missing = endpoints.flatMap(({ notFound }) => notFound ?? []);
  const forbidden = permissions.map(({ refusal }) => refusal);
  const worded = new Set([
    ...refusals,
    ...forbidden,
    ...missing,
    'Not found',
    'The body must be a JSON object',
  ]);
  expect(worded).toContain('Only the creator of a bug or an admin can edit it');
  expect(worded).toContain('Too many failed sign-ins. Try again in 12 minutes.');
  expect(worded).toContain('Unknown field: 12');
  expect([...worded].filter((message) => translate(message) === undefined)).toEqual([]);
});

test('what nobody has translated stays as it is', () => {
  expect(translate('Something new')).toBeUndefined();
  expect(translate('Colour is required')).toBeUndefined();
});

test('numbers are written as people of the language write them', () => {
  expect(translate('Description must be at most 200 characters')).toBe(
    'Beschreibung darf höchstens 200 Zeichen haben',
  );
});
