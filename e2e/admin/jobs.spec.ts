import type { Page } from '@playwright/test';
import type { AuditEntry } from '#contract/admin/audit.ts';
import { holdJobs } from '#server/db/job-holds.ts';
import { scheduledBackup } from '#server/features/backups/scheduled-backup.ts';
import { claimJob, enqueue, markDead } from '#server/jobs/queue.ts';
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

test.describe('Background jobs, for admins', () => {
  test.use({ ownServer: true });

  test('dead ones are retried or discarded, held ones are released', async ({ open, admin, server }) => {
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

  test('a failure says so and offers Retry; a job that another admin has discarded says so', async ({
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
