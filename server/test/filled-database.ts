import { getProfile, login, register } from '#contract/accounts/users.ts';
import { deleteBug } from '#contract/bugs/bugs.ts';
import { noteProven } from '#server/engine/backup/records.ts';
import { holdJobs } from '#server/engine/copy/fill.ts';
import { TableSum } from '#server/engine/copy/table-sum.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Store } from '#server/engine/store.ts';
import { inOrderOfReference, rowsOf, tablesOf } from '#server/engine/tables.ts';
import { jobKinds } from '#server/features.ts';
import { enqueueRecurring } from '#server/jobs/queue.ts';
import { defaultSettings } from '#server/settings.ts';
import { bareDatabase } from './database.ts';
import { featureRows } from './feature-rows.ts';
import { testApp } from './harness.ts';
import { filesOfCommands, renewFilesOfCommands } from './uploads.ts';

/** Texts that reveal an engine that folds, escapes, cuts or counts in its own way. */
export const texts = [
  `it's "quoted", 100%_sure\\ and $1 ?2 :x`,
  'İstanbul ΟΔΟΣ straße ǅ',
  'e\u0301clair Éclair',
  '🦗👩‍👩‍👧 \u200f\u202e\ufeff',
  '\t\r\n\v\f line\u2028ends\u0085',
  '\u0001\u007f\uffff',
  '{"json":[1,null]} NULL null',
  'x'.repeat(200),
];
/** A user who has registered. */
export const person = { name: 'Ann', email: 'Ann@Example.com', password: 'under the grey bridge' };

export type App = Awaited<ReturnType<typeof testApp>>;

/** Runs the application on the database. */
export async function withApp<T>(databaseUrl: string, work: (app: App) => Promise<T>): Promise<T> {
  const files = { ...defaultSettings.files, folder: filesOfCommands() };
  const app = await testApp({ databaseUrl, settings: { files } });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

/** Opens the database as a server does. */
export async function withStore<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openDatabase(url, { exclusive: true });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The rows of each table. */
export async function sumsOf(store: Store): Promise<TableSum[]> {
  const sums = inOrderOfReference(await tablesOf(store.db)).map((table) => new TableSum(table));
  for (const sum of sums) for await (const rows of rowsOf(store.db, sum.table)) sum.add(rows);
  return sums;
}

/** Sums in a form that can be compared, without the hold on jobs, which restoring and copying add. */
export const shown = (sums: TableSum[]) =>
  sums
    .filter(({ table }) => table.name !== 'job_holds')
    .map(({ table, rows, hash }) => [table.name, rows, hash]);

/** A SQLite database that has a row in every table. */
export async function filled(): Promise<{ url: string; tokens: string[] }> {
  renewFilesOfCommands();
  const url = await bareDatabase('sqlite');
  const tokens = await withApp(url, async (app) => {
    const admin = await app.user({ role: 'admin', name: 'Root' });
    const ann = app.as((await app.anonymous.call(register, { body: person })).body.token);
    await app.anonymous.call(login, { body: { email: person.email, password: 'something else' } });
    for (const [i, text] of texts.entries()) {
      const title = text.replaceAll(/[\p{Cc}\u2028\u202e]/gu, ' ').slice(0, 200);
      await app.bug(i % 2 ? ann : admin, { title, description: text, assignedTo: i % 3 ? admin._id : null });
    }
    const values = { description: 'See @Root' };
    for (const { define } of featureRows) Object.assign(values, await define?.({ app, admin, ann, texts }));
    const filling = { app, admin, ann, texts, bug: await app.bug(ann, values), other: await app.bug(ann) };
    for (const { fill } of featureRows) await fill?.(filling);
    await app.runJobs();
    for (const { fillLast } of featureRows) await fillLast?.(filling);
    // Deletes the newest bug, whose number must not be used again.
    await ann.call(deleteBug, { params: { id: (await app.bug(ann))._id } });
    await app.store.write((tx) => noteProven(tx, new Date().toISOString(), 'katydid.katydid.gz'));
    await app.store.write(async (tx) => {
      for (const job of jobKinds) await enqueueRecurring(tx, job, 3_600_000, new Date());
      await holdJobs(tx, new Date());
    });
    return [admin.token, (await ann.call(getProfile, {})).body.token];
  });
  return { url, tokens };
}
