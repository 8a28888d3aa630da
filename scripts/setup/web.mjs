import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { capture, inRoot, nodeForKatydid, progress, root, secondsSince, SetupError } from './process.mjs';

// Vite empties web/dist before it writes, so the stamp exists only after a successful build.
const stampFile = inRoot('web', 'dist', '.katydid-build');
const sources = ['web', 'contract', 'package.json', 'package-lock.json'];

/** Builds web/dist, unless it is up to date with the current sources. */
export async function buildWeb() {
  const wanted = fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  progress('Building the web pages …');
  const start = Date.now();
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  const { code, output } = await capture(nodeForKatydid(), [vite, 'build', 'web', '--logLevel', 'warn'], {
    ...process.env,
    NODE_ENV: 'production',
  });
  if (code !== 0) throw new SetupError(`The web pages could not be built:\n${firstError(output)}`);
  writeFileSync(stampFile, wanted);
  progress(`Built in ${secondsSince(start)}.`);
}

/** A hash of the build's setting and the names and contents of all its sources, without tests and the build itself. */
function fingerprint() {
  const hash = createHash('sha256').update(process.env.VITE_API_URL ?? '');
  for (const file of sources.flatMap(filesOf).sort())
    hash.update(`${file}\0`).update(readFileSync(inRoot(file)));
  return hash.digest('hex');
}

function filesOf(source) {
  if (path.extname(source) !== '') return [source];
  return readdirSync(inRoot(source), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(source, entry.name);
    if (entry.isDirectory()) return name === 'web/dist' || entry.name === 'node_modules' ? [] : filesOf(name);
    return /\.test\.tsx?$/.test(name) ? [] : [name];
  });
}

/** The lines below Vite's own headings, up to the place in the source. */
function firstError(output) {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  const heading = lines.findLastIndex((line) => /error during build|build failed/i.test(line));
  return lines
    .slice(heading + 1, heading + 6)
    .join('\n')
    .replaceAll(root, '');
}
