import { createInvitation, createResetLink } from '#contract/admin/admin.ts';
import { placeBug } from '#contract/bugs/board.ts';
import { deleteBug, updateBug } from '#contract/bugs/bugs.ts';
import {
  addCommentReaction,
  createComment,
  deleteComment,
  updateComment,
} from '#contract/conversation/comments.ts';
import { createComponent } from '#contract/classification/components.ts';
import { markDuplicate } from '#contract/bugs/duplicates.ts';
import { createLabel } from '#contract/classification/labels.ts';
import { createCustomField } from '#contract/classification/custom-fields.ts';
import { askReporter } from '#contract/bugs/questions.ts';
import { snoozeTriage } from '#contract/bugs/triage.ts';
import { createVersion } from '#contract/classification/versions.ts';
import { createView, orderViews } from '#contract/bugs/views.ts';
import { defaultMailSettings, updateMailSettings } from '#contract/conversation/mail.ts';
import { addBugReaction } from '#contract/conversation/reactions.ts';
import { addVote } from '#contract/bugs/votes.ts';
import { getProfile, login, register, updateProfile } from '#contract/accounts/users.ts';
import { noteProven } from '#server/engine/backup/records.ts';
import { holdJobs } from '#server/engine/copy/fill.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Store } from '#server/engine/store.ts';
import { TableSum } from '#server/engine/copy/table-sum.ts';
import { inOrderOfReference, rowsOf, tablesOf } from '#server/engine/tables.ts';
import { jobKinds } from '#server/features.ts';
import { insertConfirmation } from '#server/features/users/email/email-confirmation-queries.ts';
import { takeOver } from '#server/features/mail-in/incoming.ts';
import { insertMailedText, noteHandled } from '#server/features/mail-in/queries.ts';
import { enqueueRecurring } from '#server/jobs/queue.ts';
import { replyAddressFor } from '#server/mail/in/reply-addresses.ts';
import { defaultSettings } from '#server/settings.ts';
import { bareDatabase } from './database.ts';
import { testApp } from './harness.ts';
import { filesOfCommands, png, renewFilesOfCommands, uploaded } from './uploads.ts';

/** Texts that go wrong where an engine folds, escapes, cuts or counts in its own way. */
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
/** Who registered herself. */
export const person = { name: 'Ann', email: 'Ann@Example.com', password: 'under the grey bridge' };

const mailIn = { replyTo: { local: 'reply', domain: 'example.com' } };

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

/** Sums as they can be compared: without the hold on jobs, which restoring and copying add. */
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
    await admin.call(createInvitation, {}, { 'idempotency-key': 'the first one' });
    for (const [i, text] of texts.entries()) {
      const title = text.replaceAll(/[\p{Cc}\u2028\u202e]/gu, ' ').slice(0, 200);
      await app.bug(i % 2 ? ann : admin, { title, description: text, assignedTo: i % 3 ? admin._id : null });
    }
    const label = await admin.call(createLabel, { body: { name: 'Straße ǅ "🦗"', color: 'teal' } });
    const component = await admin.call(createComponent, {
      body: { name: 'Oberfläche 🦗', owner: admin._id, template: '## Schritte\n\n1. "…"' },
    });
    const version = await admin.call(createVersion, {
      body: { name: '2.0 ǅ "🦗"', state: 'released', date: '2026-11-21' },
    });
    const columns = [{ name: 'labels', width: 200 }, { name: 'status' }];
    const view = { name: 'Straße ǅ "🦗"', query: '"it\'s" -status:open', columns, group: 'status' };
    const saved = await ann.call(createView, { body: { ...view, isShared: true } });
    await ann.call(orderViews, { body: { views: [{ _id: saved.body._id, isPinned: true }] } });
    const custom: Record<string, string | number | boolean | string[]> = {};
    const values = {
      text: '"ǅ" 🦗',
      number: -0.000_001,
      date: '2026-02-28',
      boolean: false,
      person: admin._id,
    };
    for (const [kind, value] of Object.entries({ ...values, url: 'https://example.org/ß' })) {
      const body = { name: `Feld ${kind} 🦗`, kind: kind as 'text', components: [component.body._id] };
      custom[(await admin.call(createCustomField, { body })).body._id] = value;
    }
    for (const kind of ['option', 'options'] as const) {
      const options = [{ name: 'Groß' }, { name: 'klein ǅ', archived: true }, { name: '🦗' }];
      const field = await admin.call(createCustomField, {
        body: { name: `Feld ${kind}`, kind, options, initial: kind === 'option' ? 'groß' : ['🦗'] },
      });
      const [first, , last] = field.body.options.map(({ _id }) => _id);
      custom[field.body._id] = kind === 'option' ? (first ?? '') : [last ?? '', first ?? ''];
    }
    const files = [await uploaded(ann, { name: 'Grüße 🦗.txt', content: texts.join('\n') })];
    files.push(await uploaded(ann, { name: 'a.png', content: png(2, 3) }), await uploaded(ann));
    const ids = files.map(({ _id }) => _id);
    const edited = await app.bug(ann, {
      files: ids.slice(0, 1),
      description: 'See @Root',
      component: component.body._id,
      labels: [label.body._id],
      foundIn: [version.body._id],
      fixedIn: version.body._id,
      custom,
    });
    await admin.call(snoozeTriage, {
      params: { id: edited._id },
      body: { until: new Date(Date.now() + 86_400_000).toISOString() },
    });
    await ann.call(updateBug, {
      params: { id: edited._id },
      body: { title: 'Edited', status: 'resolved', resolution: 'wont-fix' },
    });
    for (const body of texts) {
      const { _id: id } = (await ann.call(createComment, { params: { id: edited._id }, body: { body } }))
        .body;
      await ann.call(updateComment, { params: { id }, body: { body: `${body} @Root` } });
      await admin.call(addCommentReaction, { params: { id, name: '+1' } });
      if (body === texts[0]) await admin.call(deleteComment, { params: { id } });
    }
    const commented = { body: 'With a file', files: ids.slice(1, 2) };
    const mailed = await ann.call(createComment, { params: { id: edited._id }, body: commented });
    // Her comments would answer it.
    await admin.call(askReporter, { params: { id: edited._id }, body: { text: 'Which version? 🦗' } });
    await app.runJobs();
    await app.store.write(async (tx) => {
      const now = new Date();
      // Not the admin: the address change below would revoke it.
      const whose = { userId: edited.createdBy._id, bugId: edited._id };
      await replyAddressFor(tx, whose, { now, settings: { mailIn } });
      await takeOver(tx, Buffer.from('From: Root <root@example.com>'), now);
      await noteHandled(tx, { key: 'f'.repeat(64), at: now.toISOString(), answeredTo: admin._id });
      const text = { comment_id: mailed.body._id, text: texts.join('\n'), is_trimmed: 0 };
      await insertMailedText(tx, text);
    });
    await ann.call(addBugReaction, { params: { id: edited._id, name: 'heart' } });
    const duplicate = await app.bug(ann);
    await ann.call(addBugReaction, { params: { id: duplicate._id, name: 'eyes' } });
    await ann.call(placeBug, { params: { id: duplicate._id }, body: { after: edited._id } });
    await ann.call(addVote, { params: { id: duplicate._id }, body: { environment: texts[3]! } });
    await ann.call(markDuplicate, { params: { id: duplicate._id }, body: { bug: edited._id } });
    await ann.call(deleteBug, { params: { id: (await app.bug(ann))._id } });
    await ann.call(updateMailSettings, { body: { ...defaultMailSettings, timeZone: 'Europe/Berlin' } });
    await admin.call(updateProfile, { body: { email: 'root@example.net' } });
    // Not before: a changed address ends it.
    await admin.call(createResetLink, { params: { id: admin._id } });
    const waiting = { userId: edited.createdBy._id, email: person.email };
    await app.store.write((tx) => insertConfirmation(tx, waiting, new Date()));
    const link = { user_id: waiting.userId, version: 1 };
    await app.store.write((tx) => tx.insertInto('stop_link_versions').values(link).execute());
    await app.store.write((tx) => noteProven(tx, new Date().toISOString(), 'katydid.katydid.gz'));
    await app.store.write(async (tx) => {
      for (const job of jobKinds) await enqueueRecurring(tx, job, 3_600_000, new Date());
      await holdJobs(tx, new Date());
    });
    return [admin.token, (await ann.call(getProfile, {})).body.token];
  });
  return { url, tokens };
}
