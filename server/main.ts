import { join } from 'node:path';
import { buildApp } from './app.ts';
import { type Config, inAddress, readConfig } from './config.ts';
import { migrate } from './engine/migrate.ts';
import { openDatabase } from './engine/open.ts';
import { jobKinds } from './features.ts';
import { isOtherFolder } from './features/files/folder.ts';
import { makeAdminLink } from './features/users/management/admin-link.ts';
import { fileStoreOf } from './files/file-store.ts';
import { mailerOf } from '#server/mail/smtp-mailer.ts';
import { loadImap } from './mail/in/imap-mailbox.ts';
import { JobWorker } from './jobs/worker.ts';
import { createLogger } from './log.ts';
import { StartError } from './start-error.ts';
import { stopOnSignal } from './stop.ts';

/**
 * The backlog of connections. With Node's default of 511, clients in a burst would wait for seconds, because they
 * retry.
 */
const backlog = 4_096;

const webRoot = join(import.meta.dirname, '../web/dist');

async function start(): Promise<void> {
  const config = readConfig(process.env);
  if (config.settings.mailIn.imap) await loadImap();
  const logger = await createLogger(config.logLevel);
  const store = await openDatabase(config.databaseUrl, {
    exclusive: true,
    ...config.connections,
    onFault: (error) => logger.warn({ err: error }, 'a database connection broke'),
    onWarning: (line) => logger.warn(line),
  });
  await migrate(store, { onNotice: (line) => logger.info(line) });
  const apiOnly = process.argv.includes('--api-only');
  if (await isOtherFolder(store.db, fileStoreOf(config.settings))) {
    logger.warn(
      `FILES_FOLDER (${config.settings.files.folder}) is not the folder that has the files of this database. Several instances must share one, and a moved database needs its folder.`,
    );
  }
  const app = await buildApp({ store, logger, settings: config.settings, ...(apiOnly ? {} : { webRoot }) });
  stopOnSignal(app, store, logger);
  const { settings } = app;
  const mail = mailerOf(settings);
  const now = () => new Date();
  const worker = new JobWorker({ store, jobs: jobKinds, mail, settings, now, log: logger });
  app.addHook('onClose', async () => {
    await worker.stop();
    mail?.close();
  });
  const listenTextResolver = (address: string) => `Listening on ${address}`;
  await app
    .listen({ port: config.port, host: config.host, backlog, listenTextResolver })
    .catch(explainListen(config));

  worker.start();
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const local = `http://${inAddress(config.host)}:${port}`;
  // A browser on the same machine cannot open "every address" everywhere.
  const reachable = ['0.0.0.0', '::'].includes(config.host) ? `http://localhost:${port}` : local;
  const publicUrl = settings.hasPublicUrl ? settings.publicUrl : reachable;
  const adminLink = await store.write((tx) => makeAdminLink(tx, { publicUrl, now: now() }));
  const say = (line: string) => {
    logger.info(line);
    // In addition to a log for programs, writes a line for people.
    if (!process.stdout.isTTY) process.stderr.write(`katydid: ${line}\n`);
  };
  say(`Katydid is ready: ${local}`);
  say(`Data: ${store.location}`);
  if (adminLink !== undefined) {
    // Does not print the address itself, which can contain a password.
    const how = process.env['DATABASE_URL'] ? ', with the same DATABASE_URL' : '';
    say(
      `There is no admin yet. Register with the link printed to standard error, or make a registered account the admin${how}: npm run katydid -- admin grant <email>`,
    );
    // Not written to the log, which more people can read, and for longer.
    process.stderr.write(
      `katydid: Register with this link to be the admin (once, within 24 hours): ${adminLink}\n`,
    );
  }
}

/** Translates the operating system's error about a port into an instruction. */
function explainListen({ port, host }: Config): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    const why: Record<string, string> = {
      EADDRINUSE: `Port ${port} is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start.`,
      EACCES: `Port ${port} needs rights that this user does not have. Choose one from 1024 on: PORT=3000 npm start.`,
      EADDRNOTAVAIL: `HOST=${host} is not an address of this machine. Use localhost, or 0.0.0.0 for every address.`,
      ENOTFOUND: `HOST=${host} is not known. Use localhost, or 0.0.0.0 for every address.`,
    };
    const explained = why[error.code ?? ''];
    throw explained === undefined ? error : new StartError(explained, { cause: error });
  };
}

try {
  await start();
} catch (error) {
  // Written synchronously, because a buffered log line might be lost at the exit.
  process.stderr.write(
    error instanceof StartError ? `katydid: ${error.message}\n` : `${String((error as Error).stack)}\n`,
  );
  process.exit(1);
}
