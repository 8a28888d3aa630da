import { spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';

const cwd = `${import.meta.dirname}/../..`;

function start(command: string[], stdio: StdioOptions, env: NodeJS.ProcessEnv = {}) {
  return spawn(process.execPath, command, { cwd, stdio, env: { ...process.env, ...env } });
}

/** Runs a Node.js program, passes its output through as it arrives, and returns its exit code. */
export async function run(command: string[], env?: NodeJS.ProcessEnv): Promise<number> {
  const child = start(command, ['ignore', 'inherit', 'inherit'], env);
  await once(child, 'close');
  return child.exitCode ?? 1;
}

/** Runs a Node.js program beside others, at a low priority so that it hardly slows them down. Returns its output. */
export async function runQuietly(command: string[]): Promise<{ code: number; output: string }> {
  const child = start(command, ['ignore', 'pipe', 'pipe']);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const output = [child.stdout, child.stderr].map(async (stream) => (stream ? text(stream) : ''));
  await once(child, 'close');
  return { code: child.exitCode ?? 1, output: (await Promise.all(output)).join('') };
}
