import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');

async function read<T>(name: string, schema: z.ZodType<T>): Promise<T> {
  return schema.parse(JSON.parse(await readFile(join(root, name), 'utf8')));
}

const versions = z.record(z.string(), z.string());
const manifest = await read(
  'package.json',
  z.object({
    dependencies: versions,
    optionalDependencies: versions,
    devDependencies: versions,
    allowScripts: z.record(z.string(), z.boolean()),
  }),
);
const lock = await read(
  'package-lock.json',
  z.object({
    packages: z.record(
      z.string(),
      z.object({
        integrity: z.string().optional(),
        license: z.string().optional(),
        optional: z.boolean().optional(),
        hasInstallScript: z.boolean().optional(),
      }),
    ),
  }),
);
const installed = Object.entries(lock.packages).filter(([path]) => path !== '');

/**
 * Licences under which a package may be used here. MPL covers only its own files, OFL only the font, and CC-BY-SA only
 * the examples of CommonMark, which tests read.
 */
const licences = new Set([
  'MIT',
  'MIT-0',
  'MIT/X11',
  // Either licence may be chosen.
  '(MIT OR EUPL-1.1+)',
  'Apache-2.0',
  'MPL-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
  '0BSD',
  'CC-BY-SA-4.0',
  'MIT and ISC',
]);

test('every version is pinned, and every package by its hash', () => {
  const asked = Object.values({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.devDependencies,
  });
  expect(asked.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
});

test('only listed packages run a script when they are installed', () => {
  const scripted = installed
    .filter(([, one]) => one.hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(scripted.toSorted()).toEqual(Object.keys(manifest.allowScripts).toSorted());
});

/**
 * libvips is under the LGPL. It is a separate shared library, which can be replaced, or left out because sharp is
 * optional.
 */
const libvips = /^node_modules\/@img\/sharp-[\w-]+$/;
const lesserGpl = 'LGPL-3.0-or-later';

/**
 * Packages under MIT according to their LICENSE files; their manifests do not state it, or state it in an outdated field.
 * Only the IMAP server of tests could load the first two; the others parse forms.
 */
const mitByFile = new Set(
  ['rai', 'simplesmtp', 'busboy', 'streamsearch'].map((name) => `node_modules/${name}`),
);

test('every package has a licence under which it may be used', () => {
  const refused = installed.filter(([path, { license = mitByFile.has(path) ? 'MIT' : '', optional }]) => {
    const terms = license.split(' AND ');
    return !terms.every(
      (term) => licences.has(term) || (term === lesserGpl && optional === true && libvips.test(path)),
    );
  });
  expect(refused).toEqual([]);
});

test('decision 51 gives a reason for each runtime dependency and for nothing else', async () => {
  const decision = await readFile(join(root, 'docs/decisions/runtime/0051-dependencies.md'), 'utf8');
  const reasons = [...decision.matchAll(/^\| `([^`]+)` +\| \S/gm)].map(([, name = '']) => name);
  expect(reasons.toSorted()).toEqual(Object.keys(manifest.dependencies).toSorted());
});
