import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { bugWorkers } from '#contract/bugs/bug-work.ts';
import { labelCreators } from '#contract/classification/labels.ts';
import { registrationModes } from '#contract/accounts/users.ts';
import { defaultConnections } from './engine/postgres/open.ts';
import { filePath } from '#server/engine/sqlite/file.ts';
import type { OpenOptions } from './engine/store.ts';
import { mailFrom, smtpUrl } from './mail/mail-settings.ts';
import { mailInSettingsOf, mailInVariables, missingForMailIn } from './mail/in/mail-in-settings.ts';
import { type Settings, defaultSettings, gigabyte, megabyte } from './settings.ts';
import { StartError } from './start-error.ts';

const proxies = z
  .string()
  .transform((list) => list.split(',').map((address) => address.trim()))
  .refine((list) => list.every(isAddressOrRange), {
    error: 'must be addresses or ranges of proxies, like 127.0.0.1,10.0.0.0/8',
  })
  .default([]);

function isAddressOrRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  const longest = version === 4 ? 32 : 128;
  return (
    version !== 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest))
  );
}

const origins = z
  .string()
  .transform((list) => list.split(',').map((origin) => origin.trim()))
  .refine(
    (list) => list.every((origin) => /^https?:[^*]+$/.test(origin) && URL.parse(origin)?.origin === origin),
    {
      error: 'must be origins without a path, like https://bugs.example.com,http://localhost:5173',
    },
  )
  .default([]);

const databaseUrl = z.string().refine(isDatabaseUrl, {
  error: 'must be file:./data/katydid.db, with any path, or postgres://user:password@host/database',
});

function isDatabaseUrl(url: string): boolean {
  if (!url.startsWith('file:')) return /^postgres(ql)?:\/\/./.test(url) && URL.canParse(url);
  try {
    return filePath(url) !== '';
  } catch {
    return false;
  }
}

/** Minutes, hours or days, as milliseconds. */
const interval = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhd]$/, { error: 'must be minutes, hours or days, like 30m, 6h or 1d' })
  .transform(
    (text) => Number.parseInt(text, 10) * { m: 60_000, h: 3_600_000, d: 86_400_000 }[text.at(-1) as 'm'],
  );

/** A number with one of these units, as bytes. */
function bytes(unit: number, max: number) {
  return z
    .string()
    .regex(/^[1-9]\d{0,5}$/, { error: `must be a number from 1 to ${max}`, abort: true })
    .transform(Number)
    .refine((number) => number <= max, { error: `must be a number from 1 to ${max}` })
    .transform((number) => number * unit);
}

/** A token bucket: its size, and how many tokens are added each minute. */
const rateLimit = z
  .string()
  .regex(/^[1-9]\d{0,5},[1-9]\d{0,5}$/, {
    error: 'must be how many at once and how many more each minute, like 100,20',
  })
  .transform((text) => {
    const [burst = 0, perMinute = 0] = text.split(',').map(Number);
    return { burst, perMinute };
  });

const eachVariable = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a port number from 0 to 65535', abort: true })
    .transform(Number)
    .refine((port) => port <= 65_535, { error: 'must be a port number from 0 to 65535' })
    .default(3000),
  HOST: z.string().min(1, { error: 'must be a host name or an address' }).default('localhost'),
  DATABASE_URL: databaseUrl.default('file:./data/katydid.db'),
  DATABASE_CONNECTIONS: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, { error: 'must be a number from 1 to 999' })
    .transform(Number)
    .default(defaultConnections),
  PREPARED_STATEMENTS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  PUBLIC_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be the address that people use, like https://bugs.example.com',
    })
    .refine((url) => URL.parse(url)?.pathname === '/' && !/[?#]/.test(url), {
      error: 'must be an address without a path, like https://bugs.example.com',
    })
    .transform((url) => new URL(url).origin)
    .optional(),
  REGISTRATION: z
    .enum(registrationModes, { error: `must be one of ${registrationModes.join(', ')}` })
    .default('open'),
  REGISTRATION_LIMIT: rateLimit.default(defaultSettings.registrations.perNetwork),
  REGISTRATION_LIMIT_IN_ALL: rateLimit.default(defaultSettings.registrations.inAll),
  LABELS: z
    .enum(labelCreators, { error: `must be one of ${labelCreators.join(', ')}` })
    .default(defaultSettings.labels),
  TRIAGE: z
    .enum(bugWorkers, { error: `must be one of ${bugWorkers.join(', ')}` })
    .default(defaultSettings.bugWorkers),
  TRUST_PROXY: proxies,
  LIVE_STREAMS_PER_ADDRESS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, { error: 'must be a number from 1 to 9999' })
    .transform(Number)
    .default(defaultSettings.liveStreamsPerAddress),
  ALLOWED_ORIGINS: origins,
  BACKUP_EVERY: interval.optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, { error: 'must be a number from 1 to 9999' })
    .transform(Number)
    .default(7),
  BACKUP_FOLDER: z.string().optional(),
  FILES_FOLDER: z.string().optional(),
  // PostgreSQL stores file sizes as 32-bit integers.
  MAX_FILE_MB: bytes(megabyte, 2_000).default(defaultSettings.files.maxFileBytes),
  MAX_STORAGE_GB: bytes(gigabyte, 999_999).default(defaultSettings.files.maxStorageBytes),
  MAX_USER_STORAGE_GB: bytes(gigabyte, 999_999).default(defaultSettings.files.maxUserBytes),
  ...mailInVariables,
  REQUIRE_CONFIRMED_EMAIL: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  COMMON_PASSWORDS: z.enum(['refuse', 'allow'], { error: 'must be refuse or allow' }).default('refuse'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{20,200}=*$/, {
      error: 'must be 20 or more letters, digits and -._~+/, like openssl rand -hex 32 makes',
    })
    .optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    })
    .default('info'),
});

const environment = eachVariable.superRefine((variables, context) => {
  for (const [name, message] of missingForMailIn(variables))
    context.addIssue({ code: 'custom', path: [name], message });
  const { SMTP_URL, MAIL_FROM, REQUIRE_CONFIRMED_EMAIL } = variables;
  if (REQUIRE_CONFIRMED_EMAIL === 'on' && SMTP_URL === undefined && MAIL_FROM === undefined) {
    const message = 'needs mail: SMTP_URL and MAIL_FROM must be set';
    context.addIssue({ code: 'custom', path: ['REQUIRE_CONFIRMED_EMAIL'], message });
  }
  if ((SMTP_URL === undefined) === (MAIL_FROM === undefined)) return;
  const [missing, other] = SMTP_URL === undefined ? ['SMTP_URL', 'MAIL_FROM'] : ['MAIL_FROM', 'SMTP_URL'];
  context.addIssue({ code: 'custom', path: [missing], message: `must be set where ${other} is` });
});

/** The server's configuration: one value for each environment variable in docs/settings.md. */
export interface Config {
  port: number;
  host: string;
  databaseUrl: string;
  /** How to connect to PostgreSQL. */
  connections: Required<Pick<OpenOptions, 'connections' | 'preparesStatements'>>;
  logLevel: string;
  settings: Settings;
}

/** The host name by which other machines reach a server that listens on this address. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return hostname();
  return inAddress(host);
}

/** A host as written in a URL. */
export function inAddress(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** Without the password that a URL may contain. */
function shown(value = ''): string {
  return value.replace(/\/\/.*@/, '//…@');
}

const secrets = new Set(['IMAP_URL', 'METRICS_TOKEN', 'SMTP_URL']);

/** The value of a variable, unless it is a secret. */
function remark(name: string, value: string | undefined): string {
  return secrets.has(name) || value === undefined ? '' : ` (it is "${shown(value)}")`;
}

/**
 * Checks a database URL that does not come from the environment; messages call it `name`.
 * @throws StartError if it is invalid
 */
export function checkDatabaseUrl(name: string, value: string): string {
  const { success, error } = databaseUrl.safeParse(value);
  if (!success) throw new StartError(`${name} ${error.issues[0]?.message} (it is "${shown(value)}").`);
  return value;
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
      ({ path: [name], message }) => `${String(name)} ${message}${remark(String(name), set[String(name)])}`,
    );
    throw new StartError(`Bad configuration: ${faults.join('; ')}.`);
  }
  const { PORT, HOST, DATABASE_URL, LOG_LEVEL, PUBLIC_URL, REGISTRATION, TRUST_PROXY } = parsed.data;
  const { REGISTRATION_LIMIT, REGISTRATION_LIMIT_IN_ALL } = parsed.data;
  const { BACKUP_EVERY, BACKUP_KEEP, BACKUP_FOLDER, METRICS_TOKEN, SMTP_URL, MAIL_FROM } = parsed.data;
  const backups = {
    every: BACKUP_EVERY,
    keep: BACKUP_KEEP,
    folder: BACKUP_FOLDER ?? besideData(DATABASE_URL, 'backups'),
  };
  const files = {
    folder: parsed.data.FILES_FOLDER ?? filesOf(DATABASE_URL),
    maxFileBytes: parsed.data.MAX_FILE_MB,
    maxStorageBytes: parsed.data.MAX_STORAGE_GB,
    maxUserBytes: parsed.data.MAX_USER_STORAGE_GB,
  };
  const settings = {
    publicUrl: PUBLIC_URL ?? `http://${reachable(HOST)}:${PORT}`,
    registration: REGISTRATION,
    registrations: { perNetwork: REGISTRATION_LIMIT, inAll: REGISTRATION_LIMIT_IN_ALL },
    mentions: defaultSettings.mentions,
    labels: parsed.data.LABELS,
    bugWorkers: parsed.data.TRIAGE,
    trustedProxies: TRUST_PROXY,
    liveStreamsPerAddress: parsed.data.LIVE_STREAMS_PER_ADDRESS,
    allowedOrigins: parsed.data.ALLOWED_ORIGINS,
    backups,
    files,
    mail: SMTP_URL !== undefined && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : undefined,
    mailIn: mailInSettingsOf(parsed.data),
    requiresConfirmedEmail: parsed.data.REQUIRE_CONFIRMED_EMAIL === 'on',
    commonPasswords: parsed.data.COMMON_PASSWORDS,
    metricsToken: METRICS_TOKEN,
  };
  const connections = {
    connections: parsed.data.DATABASE_CONNECTIONS,
    preparesStatements: parsed.data.PREPARED_STATEMENTS === 'on',
  };
  return { port: PORT, host: HOST, databaseUrl: DATABASE_URL, connections, logLevel: LOG_LEVEL, settings };
}

/** The folder for files: each SQLite file has its own beside it. */
function filesOf(url: string): string {
  return url.startsWith('file:') ? `${filePath(url)}.files` : './data/files';
}

/** A folder beside a SQLite file, or where one would be. */
function besideData(url: string, name: string): string {
  if (!url.startsWith('file:')) return `./data/${name}`;
  return join(dirname(filePath(url)), name);
}
