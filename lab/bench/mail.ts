// Measures how quickly a server sends the e-mails on a bug that many users watch, as a ratio to bare nodemailer with
// the same mail server. `node lab/bench/mail.ts`, or `--count 10000`.
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { seedDatabase, startServer } from '#lab/server.ts';
import { openDatabase } from '#server/engine/open.ts';
import { Program } from '#server/test/server-process.ts';
import { report } from './parts/report.ts';

const { values } = parseArgs({ options: { count: { type: 'string', default: '1000' } } });
const count = Number(values.count);

/** Messages that the mail server received: time, recipient, and one message of the measured server. */
const taken: { at: number; to: string }[] = [];
let example: Buffer | undefined;
const sink = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onData(stream, session, done) {
    const receive = async () => {
      const parts = await Array.fromAsync(stream as AsyncIterable<Buffer>);
      example ??= Buffer.concat(parts);
      taken.push({ at: performance.now(), to: session.envelope.rcptTo[0]?.address ?? '' });
      done();
    };
    void receive();
  },
});
await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
const url = `smtp://127.0.0.1:${(sink.server.address() as AddressInfo).port}`;

/** Messages per second received since the one with this index. */
function rateFrom(first: number): number {
  const [from, to] = [taken[first]?.at ?? 0, taken.at(-1)?.at ?? 0];
  return (taken.length - first - 1) / ((to - from) / 1_000);
}

async function bare(messages: number, { text = '', html = '' }): Promise<number> {
  const first = taken.length;
  const sender = new Program(['lab/bench/parts/bare-mail.ts', url, String(messages), text, html], {});
  const { code, err } = await sender.closed();
  if (code !== 0 || taken.length !== first + messages) throw new Error(`Not all messages arrived. ${err}`);
  return rateFrom(first);
}

const folder = await mkdtemp(join(tmpdir(), 'katydid-bench-mail-'));
process.once('exit', () => void rm(folder, { recursive: true, force: true }));
const databaseUrl = `file:${join(folder, 'katydid.db')}`;
seedDatabase(databaseUrl, 1, count);
const environment = { SMTP_URL: url, MAIL_FROM: 'Katydid <bugs@example.com>' };
let server = await startServer({ databaseUrl, environment });
const store = await openDatabase(databaseUrl, { exclusive: false });
const users = await store.db.selectFrom('users').select('id').execute();
const token = await server.register();
const id = await server.file(token);
const at = new Date().toISOString();
await store.write(async (tx) => {
  const watches = users.map((user) => ({ bug_id: id, user_id: user.id, is_on: 1, at }));
  for (let i = 0; i < watches.length; i += 500)
    await tx
      .insertInto('watches')
      .values(watches.slice(i, i + 500))
      .execute();
});
await server.send('POST', `/api/bugs/${id}/comments`, {
  token,
  body: { body: 'To all who watch. '.repeat(20) },
});
const jobs = store.db
  .selectFrom('jobs')
  .select((eb) => eb.fn.countAll<number>().as('count'))
  .where('kind', '=', 'inbox mail');
while (Number((await jobs.executeTakeFirst())?.count) < users.length) await delay(50);
await server.stop();
// Makes the e-mails due, as if the bug had been quiet for long enough.
await store.write(async (tx) => {
  await tx.updateTable('inbox').set({ mail_due_at: at }).execute();
  await tx.updateTable('jobs').set({ due_at: at }).where('kind', '=', 'inbox mail').execute();
});
server = await startServer({ databaseUrl, environment });
while (
  await jobs
    .where('due_at', 'is not', null)
    .having((eb) => eb.fn.countAll(), '>', 0)
    .executeTakeFirst()
)
  await delay(100);
const ours = rateFrom(0);
const arrived = new Set(taken.map(({ to }) => to)).size;
const memory = await server.memory();
await server.stop();
await store.close();
if (taken.length !== users.length || arrived !== users.length)
  throw new Error(`${taken.length} messages arrived for ${arrived} of ${users.length} users`);
const { text, html } = await PostalMime.parse(example ?? '');
const rate = await bare(count, { text: text ?? '', html: html ?? '' });
await new Promise<void>((resolve) => sink.close(resolve));

await report({
  program: 'mail.ts',
  about: `One server on SQLite sends a message to each of ${users.length.toLocaleString('en')} users who watch a bug, two at a time; each arrived once. As a ratio to bare
nodemailer, which sends the same text over two connections to the same mail server.`,
  figures: [
    [
      `e-mails to ${users.length.toLocaleString('en')} users, times bare nodemailer`,
      `${(ours / rate).toFixed(2)} (${ours.toFixed(0)} a second; memory of the server ${memory.toFixed(0)} MB)`,
    ],
  ],
});
