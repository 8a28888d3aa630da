import { readFile, readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Folders that are not part of the repository, including those whose names begin with a dot. */
const ignored = /(^|\/)(\.[^/]*|node_modules)$|^(data|test-results|web\/dist)$/;

/** The paths of all files and folders below a folder, from the root of the repository, with slashes. */
async function listBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const below = await Promise.all(
    entries.map(async (entry) => {
      const path = posix.join(folder, entry.name);
      if (!entry.isDirectory()) return [path];
      if (ignored.test(path)) return [];
      return [path, ...(await listBelow(path))];
    }),
  );
  return below.flat();
}

/** The anchors of a document's headings, as GitHub derives them from the texts. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const paths = await listBelow('.');
const documents = new Map(
  await Promise.all(
    paths
      .filter((path) => path.endsWith('.md'))
      .map(async (path) => {
        const text = await readFile(join(root, path), 'utf8');
        return [path, text.replaceAll(/^```.*?^```/gms, '')] as const;
      }),
  ),
);

test('every link of a document to a file or a heading leads there', () => {
  const dead: string[] = [];
  let count = 0;
  for (const [document, text] of documents)
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?|mailto):/.test(link)) continue;
      count += 1;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? document : posix.join(posix.dirname(document), path).replace(/\/$/, '');
      const isDead =
        !paths.includes(target) ||
        (anchor !== undefined && !anchorsOf(documents.get(target) ?? '').includes(anchor));
      if (isDead) dead.push(`${document}: ${link}`);
    }
  expect(dead).toEqual([]);
  expect(count).toBeGreaterThan(20);
});

test('every code file that a document names exists', () => {
  const isNameOfCode = (name: string) => /^[\w@.-]+(\/[\w@.-]+)*\.(ts|tsx|mjs)$/.test(name);
  const missing: string[] = [];
  let count = 0;
  for (const [document, text] of documents) {
    const mayHaveMoved = document.startsWith('docs/decisions/');
    for (const [, name = ''] of text.matchAll(/`([^`\n]+)`/g)) {
      if (!isNameOfCode(name)) continue;
      count += 1;
      const wanted = mayHaveMoved ? posix.basename(name) : name;
      if (!paths.some((path) => path === wanted || path.endsWith(`/${wanted}`)))
        missing.push(`${document}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(100);
});
