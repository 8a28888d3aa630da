import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Prints one line with the problem and its solution. */
export class SetupError extends Error {}

/** Prints one line of progress. It goes to stderr, so that the output of `npm run katydid` contains nothing else. */
export function progress(line) {
  console.error(line);
}

export function inRoot(...parts) {
  return path.join(root, ...parts);
}

/** The path of the Node.js that comes with Katydid's packages. */
export const ownNode = inRoot(
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Whether a Node.js version is at least the oldest one with everything that the server uses. */
export function isNodeNewEnough(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 21);
}

/** The Node.js that runs Katydid: its own, or the host's if that one is new enough. */
export function nodeForKatydid() {
  return existsSync(ownNode) ? ownNode : process.execPath;
}

/**
 * Runs a command to its end. Resolves to its exit code and everything it printed; a command that does not exist has the
 * code 'ENOENT'. Ctrl+C waits for the command to clean up: an npm that is still removing what it had begun must not run
 * at the same time as the next one.
 */
export function capture(command, args, env, cwd = root) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && !path.isAbsolute(command),
    });
    const interrupt = (signal) => {
      // Ctrl+C reaches the command by itself; other signals reach only this process.
      if (signal !== 'SIGINT') child.kill(signal);
      child.on('close', () => process.exit(130));
    };
    for (const signal of interrupts) process.once(signal, interrupt);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: error.code, output: error.message }));
    child.on('close', (code) => {
      for (const signal of interrupts) process.off(signal, interrupt);
      resolve({ code, output: stripVTControlCharacters(output) });
    });
  });
}

/** The seconds since a `Date.now()`, for the line that ends a step. */
export function secondsSince(start) {
  return `${Math.max(1, Math.round((Date.now() - start) / 1000))} s`;
}
