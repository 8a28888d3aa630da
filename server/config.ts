import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { commonPasswordRules, settingNames, settingVariables } from '#contract/admin/settings.ts';
import { bugWorkers } from '#contract/bugs/bug-work.ts';
import { labelCreators } from '#contract/classification/labels.ts';
import { registrationModes } from '#contract/accounts/users.ts';
import { defaultConnections } from './engine/store.ts';
import { filePath } from '#server/engine/sqlite/file.ts';
import type { OpenOptions } from './engine/store.ts';
import { mailFrom, smtpUrl } from './mail/mail-settings.ts';
import { mailInSettingsOf, mailInVariables, missingForMailIn } from './mail/in/mail-in-settings.ts';
import { type Settings, defaultSettings, gigabyte, megabyte } from './settings.ts';
import { StartError } from './start-error.ts';

const list = z.string().transform((text) => text.split(',').map((item) => item.trim()));

const proxies = list
  .refine((all) => all.every(isAddressOrRange), {
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

const origins = list
  .refine(
    (all) => all.every((origin) => /^https?:[^*]+$/.test(origin) && URL.parse(origin)?.origin === origin),
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

/** A number from 1 to `max`, which has six digits at most. */
function numberUpTo(max: number) {
  const error = `must be a number from 1 to ${max}`;
  return z
    .string()
    .regex(/^[1-9]\d{0,5}$/, { error, abort: true })
    .transform(Number)
    .refine((number) => number <= max, { error });
}

const gigabytes = numberUpTo(999_999).transform((number) => number * gigabyte);

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
  DATABASE_CONNECTIONS: numberUpTo(999).default(defaultConnections),
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
  LIVE_STREAMS_PER_ADDRESS: numberUpTo(9_999).default(defaultSettings.liveStreamsPerAddress),
  ALLOWED_ORIGINS: origins,
  BACKUP_EVERY: interval.optional(),
  BACKUP_KEEP: numberUpTo(9_999).default(defaultSettings.backups.keep),
  BACKUP_FOLDER: z.string().optional(),
  FILES_FOLDER: z.string().optional(),
  // PostgreSQL stores file sizes as 32-bit integers.
  MAX_FILE_MB: numberUpTo(2_000)
    .transform((megabytes) => megabytes * megabyte)
    .default(defaultSettings.files.maxFileBytes),
  MAX_STORAGE_GB: gigabytes.default(defaultSettings.files.maxStorageBytes),
  MAX_USER_STORAGE_GB: gigabytes.default(defaultSettings.files.maxUserBytes),
  ...mailInVariables,
  REQUIRE_CONFIRMED_EMAIL: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  COMMON_PASSWORDS: z.enum(commonPasswordRules, { error: 'must be refuse or allow' }).default('refuse'),
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

/** The value of a variable without the password that a URL may contain. */
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
  const env = parsed.data;
  const { SMTP_URL, MAIL_FROM } = env;
  const settings = {
    publicUrl: env.PUBLIC_URL ?? `http://${reachable(env.HOST)}:${env.PORT}`,
    hasPublicUrl: env.PUBLIC_URL !== undefined,
    registration: env.REGISTRATION,
    registrations: { perNetwork: env.REGISTRATION_LIMIT, inAll: env.REGISTRATION_LIMIT_IN_ALL },
    mentions: defaultSettings.mentions,
    labels: env.LABELS,
    bugWorkers: env.TRIAGE,
    trustedProxies: env.TRUST_PROXY,
    liveStreamsPerAddress: env.LIVE_STREAMS_PER_ADDRESS,
    allowedOrigins: env.ALLOWED_ORIGINS,
    backups: {
      every: env.BACKUP_EVERY,
      keep: env.BACKUP_KEEP,
      folder: env.BACKUP_FOLDER ?? backupsOf(env.DATABASE_URL),
    },
    files: {
      folder: env.FILES_FOLDER ?? filesOf(env.DATABASE_URL),
      maxFileBytes: env.MAX_FILE_MB,
      maxStorageBytes: env.MAX_STORAGE_GB,
      maxUserBytes: env.MAX_USER_STORAGE_GB,
    },
    mail: SMTP_URL !== undefined && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : undefined,
    mailIn: mailInSettingsOf(env),
    requiresConfirmedEmail: env.REQUIRE_CONFIRMED_EMAIL === 'on',
    commonPasswords: env.COMMON_PASSWORDS,
    name: defaultSettings.name,
    language: defaultSettings.language,
    fixed: settingNames.filter(
      (name) => settingVariables[name] !== undefined && set[settingVariables[name]] !== undefined,
    ),
    metricsToken: env.METRICS_TOKEN,
  };
  const connections = {
    connections: env.DATABASE_CONNECTIONS,
    preparesStatements: env.PREPARED_STATEMENTS === 'on',
  };
  const { PORT: port, HOST: host, LOG_LEVEL: logLevel } = env;
  return { port, host, databaseUrl: env.DATABASE_URL, connections, logLevel, settings };
}

/** The folder for files: each SQLite file has its own beside it. */
function filesOf(url: string): string {
  return url.startsWith('file:') ? `${filePath(url)}.files` : './data/files';
}

/** The folder for backups: beside a SQLite file, or where one would be. */
function backupsOf(url: string): string {
  return url.startsWith('file:') ? join(dirname(filePath(url)), 'backups') : './data/backups';
}
