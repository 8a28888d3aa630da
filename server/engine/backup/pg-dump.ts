import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { StartError } from '#server/start-error.ts';

/**
 * Has pg_dump write the database to a file for pg_restore. The password is passed in the environment: arguments are
 * visible to all users of the machine.
 * @throws StartError if pg_dump is not installed, or with its message
 */
export async function dumpPostgres(url: string, path: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const child = spawn('pg_dump', ['--format=custom', `--file=${path}`, `--dbname=${address.href}`], {
    env: { ...environment, ...(password !== '' && { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = text(child.stderr);
  const [code] = await (once(child, 'close') as Promise<[number | null]>).catch((error: unknown) => {
    throw new StartError(
      'pg_dump cannot be run. Install the client of PostgreSQL, or name a file that ends in .katydid.gz, for which it is not needed.',
      { cause: error },
    );
  });
  if (code !== 0) {
    const line = (await said).trim().replaceAll(/\s+/g, ' ');
    throw new StartError(`pg_dump failed: ${line || `exit code ${code}`}`);
  }
}
