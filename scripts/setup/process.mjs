import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, URL } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Says in one line what is wrong and what to do about it. */
export class SetupError extends Error {}

/** One line of progress. On stderr, so that the output of `npm run katydid` stays its own. */
export function progress(line) {
  console.error(line);
}

export function inRoot(...parts) {
  return path.join(root, ...parts);
}

/** The path of the Node.js that comes with Katydid's packages. */
export const ownNode = inRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Whether a Node.js version serves: the oldest one with everything the server uses. */
export function isNodeNewEnough(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 21);
}

/** Whichever Node.js can run Katydid: its own, or the host's where that one is new enough. */
export function nodeForKatydid() {
  return existsSync(ownNode) ? ownNode : process.execPath;
}

/**
 * Runs a command to its end. Resolves to its exit code and everything it printed; a command that does not exist
 * has the code 'ENOENT'.
 */
export function capture(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && !path.isAbsolute(command),
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: error.code, output: error.message }));
    // eslint-disable-next-line no-control-regex -- colours have no place in a condensed message
    child.on('close', (code) => resolve({ code, output: output.replace(/\u001B\[[0-9;]*m/g, '') }));
  });
}

/** Seconds since a `Date.now()`, for the line that ends a step. */
export function secondsSince(start) {
  return `${Math.max(1, Math.round((Date.now() - start) / 1000))} s`;
}
