import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOnPath, isExecutable } from './chromium.mjs';
import { capture, inRoot, progress } from './process.mjs';

const extracted = inRoot('node_modules', '.cache', 'nginx');

/** The path of an nginx: the machine's, or the one that the set-up has unpacked. Undefined if there is none. */
export function findNginx() {
  const found = findOnPath(['nginx']);
  if (found !== undefined) return found;
  return ['/usr/sbin/nginx', path.join(extracted, 'usr/sbin/nginx')].find(isExecutable);
}

/**
 * Ensures, on Debian and Ubuntu, that there is an nginx for the test of the documented proxy. Its package is unpacked
 * and not installed, because an installation would start a server on port 80. Without nginx, the test is skipped.
 */
export async function findOrUnpackNginx() {
  if (findNginx() !== undefined || !findOnPath(['apt-get']) || !findOnPath(['dpkg-deb'])) return;
  progress('Unpacking nginx for the test of the documented proxy (first time) …');
  const folder = mkdtempSync(path.join(tmpdir(), 'katydid-nginx-'));
  try {
    if (process.getuid() === 0) await capture('apt-get', ['update', '-qq'], process.env);
    // Which of these packages has the program depends on the release.
    for (const name of ['nginx', 'nginx-light']) {
      await capture(
        'apt-get',
        ['download', '-qq', '-o', 'APT::Sandbox::User=root', name],
        process.env,
        folder,
      );
      const file = readdirSync(folder).find((each) => each.startsWith(`${name}_`));
      if (file === undefined) continue;
      // dpkg-deb creates the folder, but not its parents.
      mkdirSync(extracted, { recursive: true });
      await capture('dpkg-deb', ['-x', path.join(folder, file), extracted], process.env);
      const { code } = await capture(findNginx() || 'false', ['-v'], process.env);
      if (code === 0) return;
    }
    rmSync(extracted, { recursive: true, force: true });
    progress('There is no nginx: the test of the documented proxy will be skipped.');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
