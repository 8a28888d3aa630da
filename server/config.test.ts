import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { inAddress, readConfig } from './config.ts';
import { defaultSettings } from './settings.ts';

test('without variables, everything has its default', () => {
  expect(readConfig({ PORT: '', TRUST_PROXY: '' })).toEqual({
    port: 3000,
    host: 'localhost',
    databaseUrl: 'file:./data/katydid.db',
    connections: { connections: 30, preparesStatements: true },
    logLevel: 'info',
    settings: defaultSettings,
  });
});

test('proxies are trusted by address and range, links come from the public address', () => {
  const { settings } = readConfig({
    PUBLIC_URL: 'https://bugs.example.com/',
    REGISTRATION: 'invite',
    TRIAGE: 'everyone',
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8',
  });
  expect(settings).toEqual({
    publicUrl: 'https://bugs.example.com',
    hasPublicUrl: true,
    registration: 'invite',
    registrations: defaultSettings.registrations,
    mentions: { burst: 200, perMinute: 20 },
    labels: 'admins',
    bugWorkers: 'everyone',
    trustedProxies: ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'],
    liveStreamsPerAddress: 500,
    allowedOrigins: [],
    backups: defaultSettings.backups,
    files: defaultSettings.files,
    mailIn: defaultSettings.mailIn,
    requiresConfirmedEmail: false,
    commonPasswords: 'refuse',
    name: 'Katydid',
    language: 'en',
    fixed: ['registration', 'triage'],
  });
});

test('other origins are allowed as browsers write them', () => {
  const { settings } = readConfig({ ALLOWED_ORIGINS: 'https://bugs.example.com, http://localhost:5173' });
  expect(settings.allowedOrigins).toEqual(['https://bugs.example.com', 'http://localhost:5173']);
});

test('a limit of registrations is a burst and a rate per minute', () => {
  expect(defaultSettings.registrations.perNetwork).toEqual({ burst: 100, perMinute: 20 });
  const { settings } = readConfig({ REGISTRATION_LIMIT: '5,1', REGISTRATION_LIMIT_IN_ALL: '50,10' });
  expect(settings.registrations).toEqual({
    perNetwork: { burst: 5, perMinute: 1 },
    inAll: { burst: 50, perMinute: 10 },
  });
});

test('common passwords are refused unless the operator allows them', () => {
  expect(readConfig({ COMMON_PASSWORDS: 'allow' }).settings.commonPasswords).toBe('allow');
  expect(() => readConfig({ COMMON_PASSWORDS: 'off' })).toThrow(
    'COMMON_PASSWORDS must be refuse or allow (it is "off").',
  );
});

test('files are stored beside the data, with limits that can be set', () => {
  expect(readConfig({ DATABASE_URL: 'file:/data/katydid.db' }).settings.files.folder).toBe(
    '/data/katydid.db.files',
  );
  expect(readConfig({ DATABASE_URL: 'postgres://host/katydid' }).settings.files.folder).toBe('./data/files');
  const limits = { FILES_FOLDER: '/mnt', MAX_FILE_MB: '1', MAX_STORAGE_GB: '2', MAX_USER_STORAGE_GB: '3' };
  expect(readConfig(limits).settings.files).toEqual({
    folder: '/mnt',
    maxFileBytes: 1_048_576,
    maxStorageBytes: 2 * 1_073_741_824,
    maxUserBytes: 3 * 1_073_741_824,
  });
  for (const wrong of ['0', '2001', '1.5', 'many'])
    expect(() => readConfig({ MAX_FILE_MB: wrong })).toThrow('MAX_FILE_MB must be a number from 1 to 2000');
});

test('mail needs a server and a sender, and the address of the server is a secret', () => {
  const url = 'smtps://katydid:s3cret@mail.example.com?tls.rejectUnauthorized=false';
  const { settings } = readConfig({ SMTP_URL: url, MAIL_FROM: 'Katydid at Work <bugs@example.com>' });
  expect(settings.mail).toEqual({ url, from: { name: 'Katydid at Work', address: 'bugs@example.com' } });
  const { mail } = readConfig({ SMTP_URL: 'smtp://localhost:25', MAIL_FROM: 'bugs@example.com' }).settings;
  expect(mail?.from).toEqual({ name: 'Katydid', address: 'bugs@example.com' });
  expect(() => readConfig({ SMTP_URL: url })).toThrow('MAIL_FROM must be set where SMTP_URL is.');
  expect(() => readConfig({ MAIL_FROM: 'bugs@example.com' })).toThrow('SMTP_URL must be set');
  expect(settings.requiresConfirmedEmail).toBe(false);
  const confirmed = { SMTP_URL: url, MAIL_FROM: 'bugs@example.com', REQUIRE_CONFIRMED_EMAIL: 'on' };
  expect(readConfig(confirmed).settings.requiresConfirmedEmail).toBe(true);
  expect(() => readConfig({ REQUIRE_CONFIRMED_EMAIL: 'on' })).toThrow(
    'Bad configuration: REQUIRE_CONFIRMED_EMAIL needs mail: SMTP_URL and MAIL_FROM must be set (it is "on").',
  );
  expect(() =>
    readConfig({ SMTP_URL: 'http://katydid:s3cret@mail.example.com', MAIL_FROM: 'a@b.example' }),
  ).toThrow(/^Bad configuration: SMTP_URL must be smtp[^"]*465\.$/);
  for (const wrong of ['Katydid', 'a@example.com, b@example.com', 'K\nBcc: x <bugs@example.com>', '<@>'])
    expect(() => readConfig({ SMTP_URL: url, MAIL_FROM: wrong })).toThrow('MAIL_FROM must be an address');
});

const mailed = {
  SMTP_URL: 'smtp://localhost:25',
  MAIL_FROM: 'bugs@example.com',
  MAIL_REPLY_TO: 'reply@bugs.example.com',
};

test('bugs can be filed by mail only if mail can be sent and answered', () => {
  const intakeOf = (more: NodeJS.ProcessEnv) =>
    readConfig({ ...mailed, MAIL_INTAKE: ' New@Bugs.example.com', ...more }).settings.mailIn.intake;
  expect(readConfig(mailed).settings.mailIn.intake).toBeUndefined();
  expect(intakeOf({})).toEqual({ address: 'new@bugs.example.com', unknown: 'refuse', authServer: undefined });
  expect(
    intakeOf({ MAIL_INTAKE_UNKNOWN: 'Ann@example.com', MAIL_INTAKE_AUTH_SERVER: 'MX.example.com' }),
  ).toEqual({
    address: 'new@bugs.example.com',
    unknown: { filedBy: 'ann@example.com' },
    authServer: 'mx.example.com',
  });
  expect(() => readConfig({ MAIL_INTAKE: 'new@bugs.example.com' })).toThrow(
    /SMTP_URL must be set where MAIL_INTAKE is.*MAIL_REPLY_TO must be set where MAIL_INTAKE is/,
  );
  expect(() => intakeOf({ MAIL_INTAKE: 'new' })).toThrow('MAIL_INTAKE must be an address');
  expect(() => intakeOf({ MAIL_INTAKE_UNKNOWN: 'accept' })).toThrow('MAIL_INTAKE_UNKNOWN must be refuse');
  expect(() => intakeOf({ MAIL_INTAKE_AUTH_SERVER: 'a b' })).toThrow('MAIL_INTAKE_AUTH_SERVER must be');
});

test('the address of a mailbox needs a user and a password, which no error repeats', () => {
  const imapOf = (IMAP_URL: string) => readConfig({ ...mailed, IMAP_URL }).settings.mailIn.imap;
  expect(imapOf('imaps://bugs%40example.com:s%2Fcret%25@imap.example.com/In%20Box')).toEqual({
    host: 'imap.example.com',
    port: 993,
    tls: 'start',
    user: 'bugs@example.com',
    password: 's/cret%',
    mailbox: 'In Box',
  });
  expect(imapOf('imap://u:p@imap.example.com')).toMatchObject({
    port: 143,
    tls: 'upgrade',
    mailbox: 'INBOX',
  });
  expect(imapOf('imap://u:p@[::1]:1143/')).toMatchObject({ host: '::1', port: 1143, tls: 'none' });
  for (const wrong of [
    'imaps://imap.example.com',
    'imaps://u:@imap.example.com',
    'pop3://u:s3cret@imap.example.com',
    'imaps://u:s3cret@imap.example.com?tls=no',
    'imaps://u:s3cret%0D@imap.example.com',
    'imaps://u:s3cret%ff@imap.example.com',
  ])
    expect(() => imapOf(wrong)).toThrow(/^Bad configuration: IMAP_URL must be imaps:[^"]*-encoded\.$/);
  expect(() => readConfig({ IMAP_URL: 'imaps://u:p@imap.example.com' })).toThrow('MAIL_REPLY_TO must be set');
});

test('backups are stored beside the data', () => {
  const folderOf = (url: string) => readConfig({ DATABASE_URL: url }).settings.backups.folder;
  expect(folderOf('file:///data/katydid.db')).toBe('/data/backups');
  expect(folderOf('file:/data/katydid.db')).toBe('/data/backups');
  expect(folderOf('file:///my%20data/katydid.db')).toBe('/my data/backups');
  expect(folderOf('postgres://katydid@host/katydid')).toBe('./data/backups');
  const { settings } = readConfig({ BACKUP_EVERY: '6h', BACKUP_KEEP: '2', BACKUP_FOLDER: '/mnt' });
  expect(settings.backups).toEqual({
    every: 21_600_000,
    keep: 2,
    folder: '/mnt',
  });
});

test.each([
  ['0.0.0.0', `http://${hostname()}:3000`],
  ['::', `http://${hostname()}:3000`],
  ['::1', 'http://[::1]:3000'],
  ['10.0.0.7', 'http://10.0.0.7:3000'],
])('on %s, links without PUBLIC_URL lead to %s', (HOST, publicUrl) => {
  expect(readConfig({ HOST }).settings.publicUrl).toBe(publicUrl);
});

test.each([
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', 'http'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'data.db'],
  ['DATABASE_URL', 'file:'],
  ['DATABASE_URL', 'file:///data%2Fkatydid.db'],
  ['DATABASE_URL', 'file:///data/%zz.db'],
  ['DATABASE_URL', 'postgres://host:port/katydid'],
  ['LOG_LEVEL', 'loud'],
  ['REGISTRATION', 'maybe'],
  ['LABELS', 'anyone'],
  ['TRIAGE', 'creator'],
  ['REGISTRATION_LIMIT', '0,20'],
  ['REGISTRATION_LIMIT', '100'],
  ['REGISTRATION_LIMIT_IN_ALL', 'none'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '10.0.0.0/99'],
  ['TRUST_PROXY', 'proxy.example.com'],
  ['BACKUP_EVERY', '6'],
  ['BACKUP_EVERY', '0h'],
  ['BACKUP_EVERY', '90s'],
  ['BACKUP_KEEP', '0'],
  ['BACKUP_KEEP', 'all'],
  ['METRICS_TOKEN', 'short'],
  ['METRICS_TOKEN', 'words with spaces in between'],
  ['PUBLIC_URL', 'bugs.example.com'],
  ['PUBLIC_URL', 'https://example.com/bugs'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['ALLOWED_ORIGINS', '*'],
  ['ALLOWED_ORIGINS', 'null'],
  ['ALLOWED_ORIGINS', 'bugs.example.com'],
  ['ALLOWED_ORIGINS', 'https://bugs.example.com/'],
  ['ALLOWED_ORIGINS', 'https://bugs.example.com:443'],
  ['ALLOWED_ORIGINS', 'https://*.example.com'],
  ['ALLOWED_ORIGINS', 'file:///bugs'],
  ['ALLOWED_ORIGINS', 'https://bugs.example.com,'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`Bad configuration: ${name} must be`);
});

test('an address below a path is refused as docs/operating.md says', async () => {
  const page = await readFile(new URL('../docs/operating.md', import.meta.url), 'utf8');
  const refusal = /^Bad configuration: PUBLIC_URL .*$/m.exec(page)?.[0];
  expect(() => readConfig({ PUBLIC_URL: 'https://example.org/tracker' })).toThrow(String(refusal));
});

test('a token for /metrics is used as it is, and an error does not repeat a bad one', () => {
  const token = 'q3-ZmVybnM.bW9zcw~YmFyaw+c3RlbQ/=';
  expect(readConfig({ METRICS_TOKEN: token }).settings.metricsToken).toBe(token);
  expect(readConfig({ METRICS_TOKEN: '' }).settings.metricsToken).toBeUndefined();
  expect(() => readConfig({ METRICS_TOKEN: 'moss under stone' })).toThrow(
    /^Bad configuration: METRICS_TOKEN must be [^"]*makes\.$/,
  );
});

test.each([
  ['localhost', 'localhost'],
  ['10.0.0.7', '10.0.0.7'],
  ['::1', '[::1]'],
])('the host %s is written as %s in an address', (host, expected) => {
  expect(inAddress(host)).toBe(expected);
});

test('an error does not repeat the password in the address of a database', () => {
  for (const password of ['secret', 'p@ssword']) {
    const url = `postgress://user:${password}@host/db`;
    expect(() => readConfig({ DATABASE_URL: url })).toThrow('(it is "postgress://…@host/db")');
  }
});
