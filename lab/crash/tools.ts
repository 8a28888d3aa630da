import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export const execute = promisify(execFile);

/** Whether this machine has the command. */
export async function has(command: string): Promise<boolean> {
  return execute('sh', ['-c', `command -v ${command}`]).then(
    () => true,
    () => false,
  );
}

/** The result of a part. */
export interface Report {
  /** The measurements, in one line. */
  line: string;
  faults: { kind: string; what: string }[];
  /** Why the part was not run here, and what it needs. */
  notRun?: string;
}

export function notRun(why: string): Report {
  return { line: `not run: ${why}`, faults: [], notRun: why };
}
