// A server with the fault that FAULT names, to show that the crash rounds find it. Run only by these.
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { buildApp } from '#server/app.ts';
import { migrate } from '#server/engine/migrate.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Store } from '#server/engine/store.ts';
import { jobKinds } from '#server/features.ts';
import { JobWorker } from '#server/jobs/worker.ts';
import { mailerOf, SmtpMailer } from '#server/mail/smtp-mailer.ts';
import { SqliteFile } from '#server/engine/sqlite/file.ts';
import { defaultSettings } from '#server/settings.ts';

/** How long an early acknowledgement precedes its commit. Milliseconds. */
const ahead = 2_000;

function acknowledgingEarly({ write }: Store): Store['write'] {
  return (work) =>
    new Promise((resolve, reject) => {
      write(async (tx) => {
        const result = await work(tx);
        // Sessions are committed as usual: otherwise new users would be refused and write nothing.
        if (isBug(result)) {
          resolve(result);
          await delay(ahead);
        }
        return result;
      }).then(resolve, reject);
    });
}

function isBug(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'version' in result;
}

/** Makes every transaction of this process end with less syncing than SQLite is asked for. */
function syncingLess(level: string): void {
  const exec = SqliteFile.prototype.exec;
  SqliteFile.prototype.exec = function execUnsynced(sql) {
    if (sql === 'BEGIN IMMEDIATE') exec.call(this, `PRAGMA synchronous = ${level}`);
    exec.call(this, sql);
  };
}

/** Records e-mails as sent before the mail server has them. */
function sendingLate(): void {
  const send = SmtpMailer.prototype.send;
  SmtpMailer.prototype.send = async function sendLate(message) {
    void delay(ahead).then(() => send.call(this, message));
  };
}

const fault = process.env['FAULT'] ?? '';
const level = /^synchronous=(OFF|NORMAL)$/.exec(fault)?.[1];
if (level !== undefined) syncingLess(level);
if (fault === 'early note') sendingLate();
const opened = await openDatabase(process.env['DATABASE_URL'] ?? '', { exclusive: true });
await migrate(opened);
const store = fault === 'early acknowledgement' ? { ...opened, write: acknowledgingEarly(opened) } : opened;
const unlimited = { burst: 10_000, perMinute: 10_000 };
const { SMTP_URL: url, FILES_FOLDER: folder = '' } = process.env;
const settings = {
  ...defaultSettings,
  files: { ...defaultSettings.files, folder },
  registrations: { perNetwork: unlimited, inAll: unlimited },
  mentions: unlimited,
  ...(url !== undefined && { mail: { url, from: { address: 'bugs@example.com' } } }),
};
const logger = pino({ level: 'silent' });
const app = await buildApp({ store, logger, settings });
await app.listen({ port: 0, host: '127.0.0.1' });
const once = jobKinds.filter(({ every }) => !every);
new JobWorker({
  store: opened,
  jobs: once,
  mail: mailerOf(settings),
  settings,
  now: () => new Date(),
  log: logger,
}).start();
process.stdout.write(`ready: http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`);
