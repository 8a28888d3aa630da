import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The headless shell first: without a window system, a test takes it less than half the processor's time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/**
 * The path of a Chromium that is installed on this machine: the one CHROMIUM_PATH names, else the first on the PATH.
 * Undefined where there is none; Playwright's own, where it has been installed, is then the one to use.
 */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return findOnPath(names);
}

/** The path of the first of these commands that the PATH, or /usr/bin, has. */
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
