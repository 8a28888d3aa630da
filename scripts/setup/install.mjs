import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { capture, inRoot, isNodeNewEnough, ownNode, progress, secondsSince, SetupError } from './process.mjs';

const stampFile = inRoot('node_modules', '.katydid-setup');
const again = 'then run the same command again.';

/** Installs the packages of package-lock.json, unless they are already installed. */
export async function install() {
  const wanted = fingerprint();
  const nodeServes = existsSync(ownNode) || isNodeNewEnough(process.versions.node);
  if (nodeServes && readIfThere(stampFile) === wanted) return;
  if (!installedByHand()) await npmInstall();
  await checkNode();
  writeFileSync(stampFile, wanted);
}

/** The content of the stamp: another lockfile, or another machine with the same folder, means installing again. */
function fingerprint() {
  const lockfile = readFileSync(inRoot('package-lock.json'));
  return `${process.platform}-${process.arch} ${createHash('sha256').update(lockfile).digest('hex')}`;
}

/** Whether `npm install` or `npm ci`, run by a developer, has installed exactly what the lockfile requires. */
function installedByHand() {
  const record = readIfThere(inRoot('node_modules', '.package-lock.json'));
  if (record === undefined) return false;
  const there = JSON.parse(record).packages;
  const wanted = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
  const differs = ([name, { version, optional }]) =>
    there[name] ? there[name].version !== version : !optional || isForThisMachine(wanted[name]);
  return !Object.entries(wanted).some((entry) => entry[0] !== '' && differs(entry));
}

function isForThisMachine({ os, cpu, libc }) {
  if (os === undefined && cpu === undefined) return false;
  const glibc = process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime;
  const fits = (list, value) => list === undefined || list.includes(value);
  return fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, glibc ? 'glibc' : 'musl');
}

async function npmInstall() {
  const first = !existsSync(inRoot('node_modules'));
  progress(
    first
      ? 'Installing what Katydid needs (first time, about a minute) …'
      : 'Installing what has changed in package-lock.json …',
  );
  const start = Date.now();
  const env = hostEnvironment();
  await checkRegistry(env);
  const { code, output } = await capture(
    'npm',
    [
      'ci',
      // The tests and the build need devDependencies, and the linter's binary is an optional dependency: no setting may
      // drop them.
      '--include=dev',
      '--include=optional',
      '--engine-strict=false',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      // Two quick retries: with npm's own waits, a person without a network would wait for over a minute.
      '--fetch-retries=2',
      '--fetch-retry-mintimeout=1000',
      '--fetch-retry-maxtimeout=5000',
    ],
    env,
  );
  if (code !== 0) throw new SetupError(explain(code, output));
  progress(`Installed in ${secondsSince(start)}.`);
}

/** Fails at once without a network, because npm would look up the registry again for every package. */
async function checkRegistry(env) {
  if (Object.keys(env).some((name) => /^(npm_config_)?(https?_)?proxy$/i.test(name))) return;
  const { code, output } = await capture('npm', ['config', 'get', 'registry', 'https-proxy', 'proxy'], env);
  if (code !== 0) throw new SetupError(explain(code, output));
  const proxied = /^(https-)?proxy=http/m.test(output);
  const registry = (/^registry=(\S+)/m.exec(output) || [])[1];
  if (proxied || registry === undefined) return;
  const failure = await lookup(new URL(registry).hostname).catch((error) => error);
  if (failure instanceof Error) throw new SetupError(unreachable(new URL(registry).origin, failure.code));
}

function unreachable(registry, reason) {
  return (
    `The npm registry ${registry} cannot be reached (${reason}). Check the network connection, or name ` +
    `a registry that can be reached (npm config set registry <address>), ${again}`
  );
}

/**
 * The environment without the additions of `npm run`. `npm ci` replaces node_modules, so neither npm nor the install
 * scripts may run on the Node.js inside it. Flags for `npm start` are not meant for `npm ci`.
 */
function hostEnvironment() {
  const env = {};
  const settings =
    /^npm_config_(global|dry_run|omit|only|production|package_lock|workspaces?|prefix|local_prefix)$/i;
  for (const [name, value] of Object.entries(process.env)) {
    if (/^npm_(?!config_)/i.test(name) || settings.test(name) || name === 'NODE_ENV' || name === 'NODE')
      continue;
    env[name] = /^path$/i.test(name) ? withoutPackageBinaries(value) : value;
  }
  return env;
}

function withoutPackageBinaries(searchPath) {
  const keep = (folder) => !/node_modules[\\/]\.bin[\\/]?$|node-gyp-bin[\\/]?$/.test(folder);
  return searchPath.split(path.delimiter).filter(keep).join(path.delimiter);
}

function explain(code, output) {
  if (code === 'ENOENT' || code === 127)
    return `npm is not on the PATH. Install Node.js with npm (https://nodejs.org), ${again}`;
  const has = (pattern) => pattern.exec(output);
  const network =
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT/;
  const registry = (has(/request to (https?:\/\/[^/\s]+)/) || ['', 'https://registry.npmjs.org'])[1];
  if (has(network)) return unreachable(registry, has(network)[0]);
  if (has(/code ENOSPC/))
    return `The disk is full: Katydid's packages need about 1 GB. Free some space, ${again}`;
  if (has(/code (EACCES|EPERM|EROFS)/))
    return `${inRoot('node_modules')} cannot be written. Give this user the right to write there, ${again}`;
  if (has(/code E(401|403|404)/))
    return `The npm registry refused a package (${has(/E(401|403|404)[^\n]*/)[0]}). Check npm's registry settings, ${again}`;
  if (has(/in sync/))
    return 'package.json and package-lock.json do not agree. Run npm install, and commit both.';
  const lines = output
    .split('\n')
    .filter((line) => /^npm (error|ERR!)/.test(line) && !/A complete log/.test(line));
  const shown = (lines.length > 0 ? lines : output.trim().split('\n').slice(-4)).slice(0, 4).join('\n');
  return `npm could not install Katydid's packages (exit code ${code}):\n${shown}`;
}

async function checkNode() {
  const { code, output } = await capture(ownNode, ['--version'], process.env);
  if (code === 0 && isNodeNewEnough(output.trim())) return;
  // The host's Node may be new enough; it then follows the missing one on the path of every npm script.
  if (code === 'ENOENT' && isNodeNewEnough(process.versions.node)) return;
  throw new SetupError(
    code === 'ENOENT'
      ? 'The Node.js that Katydid brings is not unpacked (npm may be set not to run install scripts), and the one ' +
          `here, ${process.versions.node}, is too old. Run npm rebuild node --ignore-scripts=false, ${again}`
      : `The Node.js that Katydid brings does not run on this machine (${output.trim().split('\n')[0]}). Install ` +
          'Node.js 26 or 24.21 (https://nodejs.org), delete node_modules/node, and run the same command again.',
  );
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
