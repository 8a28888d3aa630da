// Defines which folder may import which: the arrows of ARCHITECTURE.md as lint rules. The list of features is read from
// their folder.
//
// A later override of oxlint replaces the options of an earlier one instead of adding to them. So each entry below
// contains everything that is forbidden to its files, and the most specific entry is last.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { OxlintOverride } from 'oxlint';

interface Ban {
  /** Matched against the specifier as it is written. */
  readonly regex: string;
  readonly message: string;
}

const ban = (regex: string, message: string): Ban => ({ regex, message });

const parent = ban(
  '(^|/)\\.\\.(/|$)',
  "Another folder is imported by its alias (#server/…), this one with './'.",
);
const ownByAlias = (alias: string) =>
  ban(`^${alias}/[^/]+$`, "What stands in the same folder is imported with './'.");

// The server's entry points, which compose and start it. No other part may import them.
const assembly = '((app|main|cli|features)\\.ts$|seed/)';
const entryPoint = ban('(^#server|^\\.)/(main|cli)\\.ts$', 'An entry point is run, never imported.');
const tests = ban('(^#server/test/|/test-rows\\.ts$)', 'Only tests import the test harness and rows.');
const web = ban('^#web/', 'The server does not depend on the web.');
const server = ban('^#server/', 'The web depends on the server only through the contract.');
const nodeInWeb = ban('^node:', 'The web runs in a browser, without Node.js.');

/** None of these folders is in the image that people run. */
const tools = ban(
  '^#(e2e|lab|scripts)/',
  'The product does not depend on what tests, measures or builds it.',
);

const inServer = [parent, web, tests, entryPoint, tools];
const serverApp = ban(`^#server/${assembly}`, 'Only the files that start the server import its assembly.');

/** The server's folders, and the files beside them. Each may import only those after it. */
const layers = [
  'features/',
  'extensions/',
  'finding/',
  'named.ts',
  'people.ts',
  'health.ts',
  'http/',
  'mail/',
  'jobs/',
  'files/',
  'events.ts',
  'engine/',
] as const;

/** Forbids importing the assembly and everything before the layer, by the alias or from the server's own folder. */
function before(layer: (typeof layers)[number], root: '#server' | '(#server|\\.)'): Ban {
  const earlier = layers.slice(0, layers.indexOf(layer)).map((name) => name.replace('.', '\\.'));
  return ban(
    `^${root}/(${[assembly, ...earlier].join('|')})`,
    `The server's parts import only those after them: assembly, ${layers.join(', ')}.`,
  );
}

const layerRules = layers.map((layer) =>
  layer.endsWith('/')
    ? { files: [`server/${layer}**`], bans: [...inServer, before(layer, '#server')] }
    : {
        files: [`server/${layer}`],
        bans: [...inServer, ownByAlias('#server'), before(layer, '(#server|\\.)')],
      },
);

/** The files that every layer may import. They know the settings of databases and of mail. */
const leaves = ['server/{config,settings,log,start-error,fair-queue}.ts'];

const webApp = ban('^#web/app/', 'Only app imports the assembly of the web.');
const webFeatures = ban('^#web/features/', 'Code below features does not depend on a feature.');
const contractInUi = ban('^#contract/', 'ui holds plain parts: it does not depend on the contract.');
const libInUi = ban('^#web/lib/', 'ui holds plain parts: it does not depend on lib.');

const contractOnly = ban(
  // Oxlint's patterns have no look-ahead, so this matches everything that begins with neither a dot nor #co, and is not
  // exactly zod.
  '^([^.z#]|z[^o]|zo[^d]|zod[^/]|#[^c]|#c[^o])',
  'The contract runs on both sides: it imports Zod and nothing else.',
);

const inWeb = [parent, server, nodeInWeb, tools];

/** The folders in a folder of the repository. */
function foldersIn(folder: string): string[] {
  const full = path.join(import.meta.dirname, '..', folder);
  const entries = existsSync(full) ? readdirSync(full, { withFileTypes: true }) : [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/**
 * A feature's own bans: it may not import other features, and must import its own files in the same folder with `./`.
 */
function serverFeatureRules(name: string): { files: string[]; bans: Ban[] }[] {
  const folder = `server/features/${name}`;
  const alias = `#server/features/${name}`;
  const others = foldersIn('server/features').filter((other) => other !== name);
  const otherFeature = ban(
    `^#server/features/(${others.join('|')})/`,
    'A feature never imports another one. What two need belongs in engine, http or the contract.',
  );
  const bans = [...inServer, serverApp, otherFeature];
  const inFolders = foldersIn(folder).map((inner) => ({
    files: [`${folder}/${inner}/**`],
    bans: [...bans, ownByAlias(`${alias}/${inner}`)],
  }));
  return [{ files: [`${folder}/**`], bans: [...bans, ownByAlias(alias)] }, ...inFolders];
}

/** The order of a divided feature's folders. Each may import only those after it. */
const foldersInOrder: Record<string, readonly string[]> = {
  bugs: [
    'board',
    'list',
    'columns',
    'filters',
    'search',
    'details',
    'form',
    'bulk',
    'change',
    'fields',
    'data',
  ],
};

/**
 * A feature's own bans: it may not import other features, and its folders may import neither its routes nor the folders
 * before them.
 */
function webFeatureRules(name: string): { files: string[]; bans: Ban[] }[] {
  const folder = `web/src/features/${name}`;
  const alias = `#web/features/${name}`;
  const others = foldersIn('web/src/features').filter((other) => other !== name);
  const otherFeature = ban(
    `^#web/features/(${others.join('|')})/`,
    'A feature never imports another one. What two need belongs in lib or ui.',
  );
  const routes = ban(
    `^${alias}/(routes|feature)\\.ts$`,
    'The routes import the pages: a page reads its own by getRouteApi.',
  );
  const bans = [...inWeb, webApp, otherFeature];
  const inFolders = foldersIn(folder).map((inner) => {
    const order = foldersInOrder[name] ?? [];
    if (order.length > 0 && !order.includes(inner))
      throw new Error(`${folder}/${inner} has no place in the order`);
    const back = ban(
      `^${alias}/(${order.slice(0, order.indexOf(inner)).join('|')})/`,
      `The folders of ${name} import only the ones after them: ${order.join(', ')}.`,
    );
    return {
      files: [`${folder}/${inner}/**`],
      bans: [...bans, ownByAlias(`${alias}/${inner}`), routes, back],
    };
  });
  return [{ files: [`${folder}/**`], bans: [...bans, ownByAlias(alias)] }, ...inFolders];
}

/** The imports that each part of the repository forbids; if a file matches several entries, the last applies. */
const rules: { files: string[]; bans: Ban[] }[] = [
  { files: ['**'], bans: [parent] },

  { files: ['contract/**'], bans: [parent, ownByAlias('#contract'), contractOnly] },
  ...foldersIn('contract').map((folder) => ({
    files: [`contract/${folder}/**`],
    bans: [parent, ownByAlias(`#contract/${folder}`), contractOnly],
  })),
  // The server notifies the users whom pages mark in a text, so both must parse it in the same way.
  {
    files: ['contract/conversation/markdown-tokens.ts'],
    bans: [parent, ownByAlias('#contract/conversation'), ban('^#(server|web)/', contractOnly.message)],
  },

  { files: ['server/**'], bans: inServer },
  { files: ['server/*.ts'], bans: [...inServer, ownByAlias('#server')] },
  { files: leaves, bans: [...inServer, ownByAlias('#server'), before('mail/', '(#server|\\.)')] },
  ...layerRules,
  ...foldersIn('server/features').flatMap(serverFeatureRules),

  { files: ['web/src/**'], bans: inWeb },
  {
    files: ['web/src/language/**'],
    bans: [
      ...inWeb,
      webApp,
      webFeatures,
      ban('^#web/(lib|ui)/', 'The languages do not depend on lib or ui.'),
    ],
  },
  { files: ['web/src/lib/**'], bans: [...inWeb, webApp, webFeatures] },
  { files: ['web/src/ui/**'], bans: [...inWeb, webApp, webFeatures, libInUi, contractInUi] },
  // The folder renders what the contract's parser returns.
  { files: ['web/src/ui/markdown/**'], bans: [...inWeb, webApp, webFeatures, libInUi] },
  ...foldersIn('web/src/features').flatMap(webFeatureRules),

  // Tests may import everything.
  { files: ['**/*.test.{ts,tsx}', '**/test-rows.ts', 'server/test/**'], bans: [parent] },
];

export const arrows: OxlintOverride[] = rules.map(({ files, bans }) => ({
  files,
  rules: { 'eslint/no-restricted-imports': ['error', { patterns: bans }] },
}));
