import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { createInvitation } from '#contract/admin/admin.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { getSettings, updateSettings } from '#contract/admin/settings.ts';
import { register } from '#contract/accounts/users.ts';
import { getBugSettings, setBugField } from '#contract/bugs/bug-work.ts';
import { createLabel } from '#contract/classification/labels.ts';
import { getMailSettings, previewMail } from '#contract/conversation/mail.ts';
import { openDatabase } from '#server/engine/open.ts';
import { testDatabase } from '#server/test/database.ts';
import { password, testApp } from '#server/test/harness.ts';

const app = await testApp();
const [admin, ann, bob] = [
  await app.user({ role: 'admin', name: 'Admin' }),
  await app.user(),
  await app.user(),
];
const set = (body: Parameters<typeof admin.call<typeof updateSettings>>[1]['body']) =>
  admin.call(updateSettings, { body });

test('a change takes effect at once for all users, and is in the audit trail with both values', async () => {
  const bug = await app.bug(ann);
  const resolve = () =>
    bob.call(setBugField.status, { params: { id: bug._id }, body: { status: 'resolved' } });
  expect((await admin.call(getSettings, {})).body.triage).toEqual({ value: 'assignee', fixedBy: null });
  expect((await resolve()).status).toBe(403);

  const { status, body } = await set({ triage: 'everyone' });
  expect([status, body.triage]).toEqual([200, { value: 'everyone', fixedBy: null }]);
  expect((await bob.call(getBugSettings, {})).body).toEqual({ triage: 'everyone' });
  expect((await resolve()).status).toBe(200);

  await set({ triage: 'everyone' });
  await set({ triage: 'assignee' });
  expect((await resolve()).status).toBe(403);
  const { body: entries } = await admin.call(listAudit, { query: { action: 'setting changed' } });
  expect(entries).toMatchObject([
    { actor: { _id: admin._id }, details: 'triage: everyone → assignee' },
    { actor: { _id: admin._id }, details: 'triage: assignee → everyone' },
  ]);
});

test('each setting takes effect', async () => {
  const registers = async (of: object = {}) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const answer = await app.anonymous.call(register, { body: { name: 'New', email, password, ...of } });
    return answer.status;
  };
  const label = () => ann.call(createLabel, { body: { name: crypto.randomUUID(), color: 'red' } });
  expect([await registers(), await registers({ password: 'password123' }), (await label()).status]).toEqual([
    201, 400, 403,
  ]);
  await set({ registration: 'invite', labels: 'everyone', commonPasswords: 'allow' });
  expect((await label()).status).toBe(201);
  expect(await registers()).toBe(403);
  const { body: invited } = await admin.call(createInvitation, {});
  const invitation = /[\w-]{30,}/.exec(invited.url)?.[0];
  expect(await registers({ invitation, password: 'password123' })).toBe(201);
  await set({ registration: 'closed' });
  const { body: late } = await admin.call(createInvitation, {});
  expect(await registers({ invitation: /[\w-]{30,}/.exec(late.url)?.[0] })).toBe(403);
  await set({ registration: 'open', labels: 'admins', commonPasswords: 'refuse' });
});

test('the name and the language are in the page, and mails use both', async () => {
  const webRoot = await mkdtemp(join(tmpdir(), 'katydid-test-web-'));
  const page = '<html lang="en"><title>Katydid</title><svg></svg> Katydid</html>';
  await writeFile(join(webRoot, 'index.html'), page);
  const own = await testApp({ webRoot });
  const owner = await own.user({ role: 'admin' });
  expect((await own.anonymous.send('GET', '/')).body).toBe(page);
  const body = { name: 'Bugs & "Co" $1', language: 'de' } as const;
  expect((await owner.call(updateSettings, { body })).body.name.value).toBe(body.name);
  const name = 'Bugs &#38; &#34;Co&#34; $1';
  expect((await own.anonymous.send('GET', '/')).body).toBe(
    `<html lang="en" data-name="${name}" data-language="de"><title>${name}</title><svg></svg> ${name}</html>`,
  );
  expect((await owner.call(getMailSettings, {})).body).toMatchObject({ language: 'de', isSaved: false });
  const digest = await owner.call(previewMail, { query: { kind: 'digest' } });
  expect(digest.body.subject).toBe(`Heute in ${body.name}: 3 Bugs`);
  await own.close();
  await rm(webRoot, { recursive: true });
});

test('400 for unknown values and names, and 403 for users who are not admins', async () => {
  const send = (body: object) =>
    admin.send('PATCH', '/api/admin/settings', {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const [wrong, unknown] = [await send({ triage: 'nobody' }), await send({ mail: 'off' })];
  expect([wrong.status, wrong.error.fields]).toEqual([
    400,
    { triage: 'Triage must be one of assignee, everyone' },
  ]);
  expect([unknown.status, unknown.error.fields]).toEqual([400, { mail: 'Unknown field: mail' }]);
  expect((await ann.call(updateSettings, { body: { triage: 'everyone' } })).status).toBe(403);
  expect((await ann.call(getSettings, {})).status).toBe(403);
});

test('a setting from the environment takes precedence, and cannot be changed', async () => {
  const databaseUrl = await testDatabase();
  const first = await testApp({ databaseUrl });
  await (
    await first.user({ role: 'admin', email: 'one@example.com' })
  ).call(updateSettings, {
    body: { triage: 'everyone' },
  });
  await first.close();
  const second = await testApp({ databaseUrl, settings: { bugWorkers: 'assignee', fixed: ['triage'] } });
  const owner = await second.user({ role: 'admin', email: 'two@example.com' });
  expect((await owner.call(getSettings, {})).body.triage).toEqual({ value: 'assignee', fixedBy: 'TRIAGE' });
  expect((await owner.call(getBugSettings, {})).body.triage).toBe('assignee');
  const { status, error } = await owner.call(updateSettings, { body: { triage: 'everyone' } });
  expect([status, error.fields]).toEqual([400, { triage: 'Set by TRIAGE in the environment' }]);
  await second.close();
  // Without the variable, the stored value counts again.
  const third = await testApp({ databaseUrl });
  const reader = await third.user({ email: 'three@example.com' });
  expect((await reader.call(getBugSettings, {})).body.triage).toBe('everyone');
  await third.close();
});

test('a change takes effect in another process within two seconds', async () => {
  const databaseUrl = await testDatabase();
  const one = await testApp({ databaseUrl });
  const reader = await one.user({ email: 'reader@example.com' });
  expect((await reader.call(getBugSettings, {})).body.triage).toBe('assignee');
  if (inject('engine') === 'postgres') {
    const other = await testApp({ databaseUrl });
    const owner = await other.user({ role: 'admin', email: 'owner@example.com' });
    await owner.call(updateSettings, { body: { triage: 'everyone' } });
    await other.close();
  } else {
    // A SQLite file has one server; commands write beside it.
    const other = await openDatabase(databaseUrl, { exclusive: false });
    await other.write((tx) =>
      tx.insertInto('settings').values({ name: 'triage', value: 'everyone' }).execute(),
    );
    await other.close();
  }
  const changed = performance.now();
  await expect
    .poll(async () => (await reader.call(getBugSettings, {})).body.triage, { interval: 50 })
    .toBe('everyone');
  expect(performance.now() - changed).toBeLessThan(2_000);
  await one.close();
});

test('stored names and values that this version does not know are ignored', async () => {
  await app.store.write((tx) =>
    tx
      .insertInto('settings')
      .values([
        { name: 'of a later version', value: 'x' },
        { name: 'labels', value: 'no one' },
      ])
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: 'no one' }))
      .execute(),
  );
  await set({ triage: 'assignee' });
  expect((await admin.call(getSettings, {})).body.labels.value).toBe('admins');
});
