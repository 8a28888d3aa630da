// A process that sends the mail that is due, until there is none left. Run only by tests, which kill it.
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '#server/engine/open.ts';
import { jobKinds } from '#server/features.ts';
import { JobWorker } from '#server/jobs/worker.ts';
import { mailerOf } from '#server/mail/smtp-mailer.ts';
import { defaultSettings } from '#server/settings.ts';

const { DATABASE_URL = '', SMTP_URL = '', FILES_FOLDER = '', OFFSET = '0' } = process.env;

const store = await openDatabase(DATABASE_URL, { exclusive: true });
const settings = {
  ...defaultSettings,
  files: { ...defaultSettings.files, folder: FILES_FOLDER },
  mail: { url: SMTP_URL, from: { name: 'Katydid', address: 'bugs@example.com' } },
};
const now = () => new Date(Date.now() + Number(OFFSET));
const worker = new JobWorker({
  store,
  jobs: jobKinds.filter(({ every }) => !every),
  mail: mailerOf(settings),
  settings,
  now,
  log: pino({ level: 'silent' }),
  timing: { lease: 2_000, poll: 50, pause: 5, retry: 20 },
  random: () => 0,
});
worker.start();
const open = store.db
  .selectFrom('jobs')
  .select('id')
  .where('kind', 'in', ['inbox fan-out', 'inbox mail', 'mail'])
  .where('due_at', 'is not', null)
  .limit(1);
while (await open.executeTakeFirst()) await delay(20);
await worker.stop();
mailerOf(settings)?.close();
await store.close();
