import { vi } from 'vitest';
import { runCommand } from '#server/commands/run.ts';
import { StartError } from '#server/start-error.ts';
import { filesOfCommands } from './uploads.ts';

/** The output of a command, and the exit code it would have. */
export interface CommandResult {
  code: number;
  out: string;
  err: string;
}

/**
 * Runs a command of `npm run katydid` in this process, if the test does not need a separate process: starting one takes
 * longer than most commands. Throws if the command fails in a way that would not print a line.
 */
export async function command(
  databaseUrl: string,
  args: string[],
  variables: Record<string, string> = {},
): Promise<CommandResult> {
  const output = { out: '', err: '' };
  const progress = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    output.err += String(text);
    return true;
  });
  try {
    await runCommand(args, {
      environment: {
        PATH: process.env['PATH'],
        DATABASE_URL: databaseUrl,
        FILES_FOLDER: filesOfCommands(),
        ...variables,
      },
      say: (line) => void (output.out += `${line}\n`),
    });
    return { code: 0, ...output };
  } catch (error) {
    const isUsage =
      error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE');
    if (!isUsage && !(error instanceof StartError)) throw error;
    return {
      code: error instanceof StartError ? error.exitCode : 1,
      out: output.out,
      err: `${output.err}katydid: ${error.message}\n`,
    };
  } finally {
    progress.mockRestore();
  }
}
