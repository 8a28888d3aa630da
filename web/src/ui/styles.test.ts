import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const importOf = /import (\w+) from '([^']+\.module\.css)'/g;

/** The classes that components take from each module. */
const used = new Map<string, Set<string>>();
for (const file of globSync('**/*.tsx', { cwd: source })) {
  const text = readFileSync(join(source, file), 'utf8');
  for (const [, name = '', path = ''] of text.matchAll(importOf)) {
    const module = path.startsWith('#web/') ? path.slice('#web/'.length) : join(dirname(file), path);
    const classes = used.get(module) ?? new Set();
    const code = text.replaceAll(/^import .*$/gm, '');
    for (const [, named] of code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) classes.add(named ?? '');
    for (const [, named] of text.matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g')))
      classes.add(named ?? '');
    used.set(module, classes);
  }
}

/** The classes that a module defines, except global ones and those in comments, strings and functions. */
function definedIn(module: string): Set<string> {
  const text = readFileSync(join(source, module), 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, '');
  const selectors = [...text.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector);
  return new Set(
    selectors.flatMap((selector) =>
      selector.trim().startsWith('@')
        ? []
        : [...selector.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name = '']) => name),
    ),
  );
}

test('every class that a component names is defined, and every defined class is used', () => {
  const modules = globSync('**/*.module.css', { cwd: source });
  expect(modules.length).toBeGreaterThan(20);
  for (const module of modules)
    expect([module, [...definedIn(module)].toSorted()]).toEqual([
      module,
      [...(used.get(module) ?? [])].toSorted(),
    ]);
});
