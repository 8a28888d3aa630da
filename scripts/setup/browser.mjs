import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { findChromium, findOnPath, isExecutable } from './chromium.mjs';
import { capture, inRoot, nodeForKatydid, progress, secondsSince, SetupError } from './process.mjs';

/** Ensures that there is a Chromium for the browser tests: the machine's, Debian's, or Playwright's own. */
export async function findOrInstallChromium() {
  const found = findChromium();
  if (found !== undefined) {
    if (!isExecutable(found))
      throw new SetupError(
        `CHROMIUM_PATH is ${found}, and there is no program there. Correct it or leave it out.`,
      );
    return;
  }
  if (playwrightHasItsOwn()) return;
  progress('Installing Chromium for the browser tests (first time, about a minute) …');
  const start = Date.now();
  const failures = [];
  for (const install of [installFromDebian, installFromPlaywright]) {
    const failure = await install();
    if (failure === undefined) return progress(`Installed in ${secondsSince(start)}.`);
    if (failure !== '') failures.push(failure);
  }
  throw new SetupError(
    `Chromium could not be installed (${failures.join('; ')}). Install Chromium or Chrome, or set CHROMIUM_PATH to ` +
      'one, then run the same command again. Everything but the browser tests runs without: npm run check.',
  );
}

/**
 * Installs Debian's package. Returns undefined on success, '' if this machine has no such package, else why it failed.
 */
async function installFromDebian() {
  if (process.getuid === undefined || process.getuid() !== 0 || !isDebian() || !findOnPath(['apt-get']))
    return '';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await capture('apt-get', ['update', '-qq'], env);
  const install = ['install', '-y', '-qq', '--no-install-recommends'];
  let failure = '';
  // Debian releases without the headless shell have the whole browser.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { code, output } = await capture('apt-get', [...install, name], env);
    if (code === 0 && findChromium() !== undefined) return undefined;
    failure = `apt-get: ${lastOf(output, /^E: /)}`;
  }
  return failure;
}

/**
 * Whether this is Debian or a system based on it, but not Ubuntu: its package of that name only installs a snap, which
 * has no place on a build machine.
 */
function isDebian() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return /^ID=debian$|^ID_LIKE="?debian"?$/m.test(release) && !/^ID=ubuntu$/m.test(release);
}

async function installFromPlaywright() {
  const cli = inRoot('node_modules', 'playwright-core', 'cli.js');
  const libraries = process.platform === 'linux' && process.getuid() === 0 ? ['--with-deps'] : [];
  const { code, output } = await capture(
    nodeForKatydid(),
    [cli, 'install', ...libraries, '--only-shell', 'chromium'],
    process.env,
  );
  return code === 0 ? undefined : `Playwright: ${lastOf(output, /Error|Failed/)}`;
}

function playwrightHasItsOwn() {
  const { browsers } = JSON.parse(
    readFileSync(inRoot('node_modules', 'playwright-core', 'browsers.json'), 'utf8'),
  );
  const { revision } = browsers.find(({ name }) => name === 'chromium-headless-shell');
  return existsSync(
    path.join(playwrightFolder(), `chromium_headless_shell-${revision}`, 'INSTALLATION_COMPLETE'),
  );
}

function playwrightFolder() {
  if (process.env.PLAYWRIGHT_BROWSERS_PATH) return process.env.PLAYWRIGHT_BROWSERS_PATH;
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Caches', 'ms-playwright');
  if (process.platform === 'win32') return path.join(process.env.LOCALAPPDATA || homedir(), 'ms-playwright');
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'ms-playwright');
}

function lastOf(output, pattern) {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => pattern.test(line)) || lines.at(-1) || 'no reason given').trim().slice(0, 200);
}
