import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

const root = path.join(import.meta.dirname, '..');
const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');

/** A file of each part of the server, in the order in which one part may import the others. */
const layers = [
  'server/features/bugs/bugs.ts',
  'server/extensions/feature.ts',
  'server/finding/finder.ts',
  'server/named.ts',
  'server/people.ts',
  'server/health.ts',
  'server/http/route.ts',
  'server/mail/account-mail.ts',
  'server/jobs/worker.ts',
  'server/files/file-store.ts',
  'server/events.ts',
  'server/engine/open.ts',
];

/** An import of one server file by another, as it is written in the source. */
function importOf(from: string, to: string): [string, string] {
  const isBeside = path.dirname(from) === 'server';
  return [from, to.replace(/^server/, isBeside ? '.' : '#server')];
}

const upwards = layers.flatMap((from, place) => layers.slice(0, place).map((to) => importOf(from, to)));
const downwards = layers.flatMap((from, place) => layers.slice(place + 1).map((to) => importOf(from, to)));

/** Imports that are planted into a copy of the repository's layout: a file, and what it imports. */
const forbidden = [
  ...upwards,
  ['contract/bugs/bugs.ts', '#server/engine/open.ts'],
  ['contract/bugs/bugs.ts', '#web/lib/session.ts'],
  ['contract/bugs/bugs.ts', 'node:crypto'],
  ['contract/bugs/bugs.ts', 'fastify'],
  ['contract/bugs/bugs.ts', 'zod-extras'],
  ['contract/index.ts', '../server/app.ts'],
  ['contract/endpoint.ts', '#contract/errors.ts'],
  ['contract/bugs/bugs.ts', '#contract/bugs/field.ts'],
  ['contract/query/parse.ts', '#server/engine/open.ts'],
  ['contract/query/parse.ts', '#contract/query/tree.ts'],
  ['contract/query/parse.ts', '../bugs.ts'],
  ['server/main.ts', '#web/lib/session.ts'],
  ['server/app.ts', './main.ts'],
  ['server/engine/open.ts', '#server/seed/seed.ts'],
  ['server/app.ts', '#server/config.ts'],
  ['server/app.ts', '#server/test/harness.ts'],
  ['server/app.ts', '#lab/figures.ts'],
  ['server/app.ts', '../contract/bugs/bugs.ts'],
  ['server/settings.ts', './http/route.ts'],
  ['server/config.ts', './features/bugs/bugs.ts'],
  ['server/fair-queue.ts', './app.ts'],
  ['server/events.ts', './app.ts'],
  ['server/events.ts', './features.ts'],
  ['server/engine/open.ts', '#server/app.ts'],
  ['server/engine/open.ts', '#server/features.ts'],
  ['server/engine/migrations/0.1/0001-users.ts', '../schema.ts'],
  ['server/extensions/feature.ts', '#server/app.ts'],
  ['server/mail/account-mail.ts', '#server/app.ts'],
  ['server/mail/in/parse.ts', '#server/http/route.ts'],
  ['server/files/file-store.ts', '#server/seed/seed.ts'],
  ['server/http/route.ts', '#server/app.ts'],
  ['server/http/route.ts', '#web/lib/session.ts'],
  ['server/features/bugs/bugs.ts', '#server/app.ts'],
  ['server/features/bugs/bugs.ts', '#server/features.ts'],
  ['server/features/bugs/bugs.ts', '#server/features/users/users.ts'],
  ['server/features/bugs/bugs.ts', '../users/users.ts'],
  ['server/features/bugs/bugs.ts', './../users/users.ts'],
  ['server/features/bugs/bugs.ts', '#server/features/bugs/queries.ts'],
  ['server/features/users/users.ts', '#server/features/bugs/bugs.ts'],
  ['server/features/users/sessions/sessions.ts', '#server/features/bugs/bugs.ts'],
  ['server/features/users/sessions/sessions.ts', '#server/features/users/sessions/queries.ts'],
  ['server/features/bugs/bugs.ts', '#server/test/harness.ts'],
  ['server/features/bugs/bugs.ts', './test-rows.ts'],
  ['server/features/bugs/bugs.ts', '#web/lib/session.ts'],
  ['web/src/app/router.tsx', '#server/app.ts'],
  ['web/src/app/router.tsx', 'node:fs'],
  ['web/src/app/router.tsx', '#scripts/lint-arrows.ts'],
  ['web/src/app/router.tsx', '../lib/session.ts'],
  ['web/src/features/bugs/BugsPage.tsx', '#web/app/features.ts'],
  ['web/src/features/bugs/BugsPage.tsx', '#web/features/auth/LoginPage.tsx'],
  ['web/src/features/bugs/BugsPage.tsx', '#web/features/bugs/BugTable.tsx'],
  ['web/src/features/bugs/list/BugTable.tsx', '#web/features/auth/LoginPage.tsx'],
  ['web/src/features/bugs/list/BugTable.tsx', '#web/features/bugs/list/BugRow.tsx'],
  ['web/src/features/bugs/list/BugTable.tsx', '../data/queries.ts'],
  ['web/src/features/bugs/details/BugDetails.tsx', '#web/features/bugs/list/BugTable.tsx'],
  ['web/src/features/bugs/list/BugTable.tsx', '#web/features/bugs/routes.ts'],
  ['web/src/features/bugs/data/queries.ts', '#web/features/bugs/form/labels.ts'],
  ['web/src/features/bugs/data/queries.ts', '#web/features/auth/LoginPage.tsx'],
  ['web/src/features/auth/LoginPage.tsx', '#web/features/bugs/BugsPage.tsx'],
  ['web/src/features/bugs/BugsPage.tsx', '../auth/LoginPage.tsx'],
  ['web/src/features/bugs/BugsPage.tsx', '#server/features/bugs/bugs.ts'],
  ['web/src/features/bugs/search/QueryBox.tsx', '#web/features/bugs/list/BugTable.tsx'],
  ['web/src/features/bugs/data/queries.ts', '#web/features/bugs/search/QueryBox.tsx'],
  ['web/src/language/language.ts', '#web/lib/session.ts'],
  ['web/src/language/language.ts', '#web/features/bugs/BugsPage.tsx'],
  ['web/src/lib/session.ts', '#web/app/App.tsx'],
  ['web/src/lib/session.ts', '#web/features/auth/LoginPage.tsx'],
  ['web/src/lib/session.ts', '#server/http/session/session.ts'],
  ['web/src/ui/Page.tsx', '#contract/bugs/bugs.ts'],
  ['web/src/ui/Page.tsx', '#web/lib/query/is-query.ts'],
  ['web/src/lib/query/is-query.ts', '#web/features/bugs/search/use-searched.ts'],
  ['contract/query/parse.ts', '#web/lib/query/is-query.ts'],
  ['server/features/bugs/bugs.ts', '#server/test/worst-texts.ts'],
  ['web/src/ui/Page.tsx', '#web/lib/session.ts'],
  ['web/src/ui/Page.tsx', '#web/features/bugs/BugsPage.tsx'],
  ['web/src/ui/Page.tsx', '#web/app/App.tsx'],
] as const;

const allowed = [
  ...downwards,
  ['server/engine/open.ts', '#server/settings.ts'],
  ['server/settings.ts', './mail/mail-settings.ts'],
  ['contract/bugs/bugs.ts', 'zod/mini'],
  ['contract/bugs/bugs.ts', 'zod/v4/core'],
  ['contract/endpoint.ts', './errors.ts'],
  ['contract/query/parse.ts', '#contract/bugs/bugs.ts'],
  ['contract/query/parse.ts', './tree.ts'],
  ['server/main.ts', './app.ts'],
  ['server/app.ts', './features.ts'],
  ['server/app.ts', './http/route.ts'],
  ['server/features.ts', './features/bugs/feature.ts'],
  ['server/engine/open.ts', './schema.ts'],
  ['server/engine/migrations/0.1/0001-users.ts', '#server/engine/schema.ts'],
  ['server/http/route.ts', '#contract/errors.ts'],
  ['server/features/bugs/bugs.ts', './queries.ts'],
  ['server/features/users/users.ts', './sessions/sessions.ts'],
  ['server/features/users/sessions/sessions.ts', '#server/features/users/queries.ts'],
  ['server/features/bugs/bugs.ts', '#contract/bugs/bugs.ts'],
  ['server/features/bugs/bugs.test.ts', '#server/test/harness.ts'],
  ['server/features/bugs/test-rows.ts', '#server/test/rows.ts'],
  ['server/test/harness.ts', '#server/app.ts'],
  ['web/src/app/features.ts', '#web/features/bugs/feature.ts'],
  ['web/src/features/bugs/BugsPage.tsx', './list/BugTable.tsx'],
  ['web/src/features/bugs/list/BugTable.tsx', './BugRow.tsx'],
  ['web/src/features/bugs/list/BugTable.tsx', '#web/features/bugs/data/queries.ts'],
  ['web/src/features/bugs/list/BugTable.tsx', '#web/features/bugs/BugsPage.tsx'],
  ['web/src/features/bugs/BugsPage.tsx', '#web/lib/session.ts'],
  ['web/src/features/bugs/BugsPage.tsx', '#web/ui/Page.tsx'],
  ['web/src/features/bugs/BugsPage.tsx', '#contract/bugs/bugs.ts'],
  ['web/src/lib/session.ts', '#contract/users.ts'],
  ['web/src/lib/query/filter-text.ts', '#contract/query/parse.ts'],
  ['web/src/features/bugs/search/use-searched.ts', '#web/lib/query/is-query.ts'],
  ['web/src/ui/Page.tsx', '@base-ui/react/dialog'],
  ['web/src/features/bugs/bugs.test.ts', '#server/app.ts'],
] as const;

/** Every way to import, each on one line. */
const forms: ((specifier: string, name: string) => string)[] = [
  (specifier, name) => `import { it as ${name} } from '${specifier}';`,
  (specifier, name) => `import type { It as ${name} } from '${specifier}';`,
  (specifier, name) => `export { it as ${name} } from '${specifier}';`,
  (specifier, name) => `export const ${name} = () => import('${specifier}');`,
];

const folder = mkdtempSync(path.join(tmpdir(), 'katydid-arrows-'));
const lines = new Map<string, string[]>();
const reported = new Set<string>();

/** Plants an import in each form, and returns the places. */
function plant(file: string, specifier: string): string[] {
  const content = lines.get(file) ?? [];
  lines.set(file, content);
  return forms.map((form) => `${file}:${content.push(form(specifier, `it${content.length}`))}`);
}

const plants = (rows: readonly (readonly [string, string])[]) =>
  rows.map(([file, specifier]) => [file, specifier, plant(file, specifier)] as const);

const forbiddenPlants = plants(forbidden);
const allowedPlants = plants(allowed);

const output = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string().optional(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
});

beforeAll(() => {
  for (const [file, content] of lines) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${content.join('\n')}\n`);
  }
  for (const file of ['oxlint.config.ts', 'scripts/lint-arrows.ts', 'tsconfig.json', 'package.json'])
    cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json', 'contract', 'server', 'web'], {
    cwd: folder,
    encoding: 'utf8',
  });
  for (const { code, filename, labels } of output.parse(JSON.parse(stdout)).diagnostics)
    if (code === 'eslint(no-restricted-imports)')
      for (const { span } of labels) reported.add(`${filename}:${span.line}`);
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each(forbiddenPlants)('%s must not import %s', (_file, _specifier, places) => {
  expect(places.filter((place) => !reported.has(place))).toEqual([]);
});

test.each(allowedPlants)('%s may import %s', (_file, _specifier, places) => {
  expect(places.filter((place) => reported.has(place))).toEqual([]);
});
