import type { Page } from '@playwright/test';
import type { AuditEntry } from '#contract/admin/audit.ts';
import { holdJobs } from '#server/engine/copy/fill.ts';
import { newId } from '#server/engine/id.ts';
import { scheduledBackup } from '#server/features/backups/feature.ts';
import { takeOver } from '#server/features/mail-in/incoming.ts';
import { insertDropped } from '#server/features/mail-in/queries.ts';
import { claimJob, enqueue, markDead } from '#server/jobs/queue.ts';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { alert, button, cut } from '#e2e/harness/screen.ts';
import type { TestServer } from '#e2e/harness/test-server.ts';

/** Adds a job that failed too often. */
async function addDead(server: TestServer, reason: string): Promise<void> {
  await server.write(async (tx) => {
    const now = new Date();
    await enqueue(tx, scheduledBackup, {}, { now });
    const job = await claimJob(tx, { kinds: [scheduledBackup.kind], now, leaseTime: 60_000 });
    if (job) await markDead(tx, job, reason, now);
  });
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Adds a message that waits to be handled. */
async function addMail(server: TestServer, from: string, subject: string): Promise<void> {
  const raw = Buffer.from(`From: ${from}\r\nTo: new@bugs.example.com\r\nSubject: ${subject}\r\n\r\nText`);
  await server.write((tx) => takeOver(tx, raw, new Date()));
}

test.describe('Incoming mail, for admins', () => {
  test.use({ ownServer: true });

  test('the section shows how many messages wait and which failed, and deletes them', async ({
    open,
    admin,
    server,
  }) => {
    const page = await open('/admin/jobs', { as: admin });
    const section = page.getByRole('region', { name: 'Incoming mail' });
    await expect(page.getByText('No background jobs yet.')).toBeVisible();
    await expect(section).toBeHidden();

    // As if the setting had been removed while messages waited.
    await addMail(server, 'eve@example.org', 'It fails');
    await server.write(async (tx) => {
      const job = await claimJob(tx, { kinds: ['incoming mail'], now: new Date(), leaseTime: 60_000 });
      if (!job) return;
      await markDead(tx, job, 'It cannot be read', new Date());
      await tx.updateTable('incoming_mails').set({ raw: '', size: 0 }).execute();
    });
    await addMail(server, 'ann@example.org', 'It waits');
    await expect(section).toContainText(/1 waiting \(\d+ bytes\)/);
    await expect(section.getByRole('row').nth(1)).toContainText(
      /^eve@example\.orgIt fails.*It cannot be read$/,
    );
    await expect(section).not.toContainText('It waits');
    await expectNothingSeriousInLightAndDark(page);

    await button(section, 'Delete incoming mail').click();
    const dialog = page.getByRole('dialog', { name: 'Delete incoming mail?' });
    await cut(page, '/api/admin/incoming-mail');
    await button(dialog, 'Delete incoming mail').click();
    await expect(alert(page, 'Failed to delete incoming mail')).toBeVisible();
    await button(dialog, 'Cancel').click();
    await page.reload();
    await expect(alert(page, 'Failed to fetch incoming mail')).toBeVisible();
    await page.unrouteAll();
    await button(alert(page, 'Failed to fetch incoming mail'), 'Retry').click();
    await button(section, 'Delete incoming mail').click();
    await button(dialog, 'Delete incoming mail').click();
    await expect(dialog).toBeHidden();
    await expect(section).toBeHidden();
    await expect(page.getByText('0 waiting, 0 running, 0 failed, 0 done')).toBeVisible();
    const { body } = await admin.call('GET', '/api/admin/audit');
    expect((body as AuditEntry[])[0]).toMatchObject({ action: 'incoming mail deleted', details: '2' });

    await server.restart({
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'Katydid <bugs@example.com>',
      MAIL_REPLY_TO: 'reply@bugs.example.com',
    });
    await server.write((tx) =>
      insertDropped(tx, {
        id: newId(),
        at: new Date().toISOString(),
        sender: 'eve@example.org',
        subject: 'Please help',
        reason: 'unknownSender',
      }),
    );
    await page.reload();
    await expect(section).toContainText('No messages are waiting or have failed.');
    await expect(section.getByRole('row').nth(1)).toContainText(
      /^eve@example\.orgPlease help.*The sender has no account$/,
    );
    await expectNothingSeriousInLightAndDark(page);
    await expect(button(section, 'Delete incoming mail')).toBeHidden();
  });
});

test.describe('Background jobs, for admins', () => {
  test.use({ ownServer: true });

  test('dead jobs are retried or discarded, and held jobs are released', async ({ open, admin, server }) => {
    await addDead(server, 'The disk is full');
    await addDead(server, 'The folder is gone');
    await server.write((tx) => holdJobs(tx, new Date()));
    const page = await open('/admin/users', { as: admin });
    const sections = page.getByRole('navigation', { name: 'Administration' });
    await sections.getByRole('link', { name: 'Jobs' }).click();
    await expect(page).toHaveURL('/admin/jobs');
    await expect(page.getByText('0 waiting, 0 running, 2 failed, 0 done')).toBeVisible();
    await expect(row(page, 'The disk is full')).toContainText(/^BackupFailed/);

    await row(page, 'The disk is full').getByRole('button', { name: 'Retry' }).click();
    await expect(row(page, 'The disk is full')).toContainText(/^BackupWaiting/);

    await row(page, 'The folder is gone').getByRole('button', { name: 'Discard' }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard this job?' });
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('1 waiting, 0 running, 0 failed, 0 done')).toBeVisible();

    await expect(page.getByText('Background jobs are held', { exact: true })).toBeVisible();
    await button(page, 'Release').click();
    await expect(page.getByText('Background jobs are held', { exact: true })).toBeHidden();

    const { body } = await admin.call('GET', '/api/admin/audit');
    const entries = body as AuditEntry[];
    expect(entries.slice(0, 3).map(({ action, details }) => [action, details])).toEqual([
      ['jobs released', ''],
      ['job discarded', scheduledBackup.kind],
      ['job retried', scheduledBackup.kind],
    ]);
  });

  test('a failure offers Retry, and a job discarded by another admin says so', async ({
    open,
    admin,
    server,
  }) => {
    await addDead(server, 'The disk is full');
    const page = await open('about:blank', { as: admin });
    await cut(page, '/api/admin/jobs');
    await page.goto('/admin/jobs');
    await expect(alert(page, 'Failed to fetch jobs')).toBeVisible();
    await page.unrouteAll();
    await button(alert(page, 'Failed to fetch jobs'), 'Retry').click();
    await expect(row(page, 'The disk is full')).toBeVisible();
    await expect(alert(page, 'Failed to fetch jobs')).toBeHidden();
    await server.write((tx) => tx.deleteFrom('jobs').execute());
    await button(page, 'Retry').click();
    await expect(alert(page, 'Failed to retry the job')).toContainText('Job not found, or no longer dead');
    await expect(page.getByText('No background jobs yet.')).toBeVisible();
  });
});
