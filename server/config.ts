import { z } from 'zod';
import { StartError } from './start-error.ts';

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a port number from 0 to 65535', abort: true })
    .transform(Number)
    .refine((port) => port <= 65_535, { error: 'must be a port number from 0 to 65535' })
    .default(3000),
  HOST: z.string().min(1, { error: 'must be a host name or an address' }).default('localhost'),
  DATABASE_URL: z
    .string()
    .regex(/^(file:.|postgres(ql)?:\/\/.)/, {
      error: 'must be file:./data/katydid.db, with any path, or postgres://user:password@host/database',
    })
    .default('file:./data/katydid.db'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    })
    .default('info'),
});

/** How the server is set up: one value for each environment variable of the README's table. */
export interface Config {
  port: number;
  host: string;
  databaseUrl: string;
  logLevel: string;
}

/** Without the password that an address may hold. */
function shown(value = ''): string {
  return value.replace(/\/\/[^@]*@/, '//…@');
}

/**
 * Reads the configuration from environment variables; an empty one counts as unset.
 * @throws StartError that names everything wrong with it
 */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(set);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(
      ({ path, message }) => `${String(path[0])} ${message} (it is "${shown(set[String(path[0])])}")`,
    );
    throw new StartError(`Bad configuration: ${faults.join('; ')}.`);
  }
  const { PORT, HOST, DATABASE_URL, LOG_LEVEL } = parsed.data;
  return { port: PORT, host: HOST, databaseUrl: DATABASE_URL, logLevel: LOG_LEVEL };
}
