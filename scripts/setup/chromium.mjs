import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The headless shell comes first: without a window system, it needs less than half the processor time for a test. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/**
 * The path of a Chromium that is installed on this machine: the one that CHROMIUM_PATH names, else the first on the
 * PATH. Undefined if there is none; then Playwright's own is used, if it has been installed.
 */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return findOnPath(names);
}

/** The path of the first of these commands that is on the PATH or in /usr/bin. */
export function findOnPath(commands) {
  const folders = [...(process.env.PATH || '').split(path.delimiter), '/usr/bin'];
  for (const command of commands)
    for (const folder of folders)
      if (isExecutable(path.join(folder, command))) return path.join(folder, command);
  return undefined;
}

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
