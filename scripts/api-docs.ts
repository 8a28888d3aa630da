// Writes docs/api.md from the contract; with --check it only checks whether the page is current.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as contract from '#contract/index.ts';
import { apiPage } from './api-docs/page.ts';

const file = path.join(import.meta.dirname, '../docs/api.md');
const page = apiPage(contract);

function current(): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

if (!process.argv.includes('--check')) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, page);
} else if (current() !== page) {
  console.error('docs/api.md is not what the contract says. Write it again with: npm run docs');
  process.exitCode = 1;
}
