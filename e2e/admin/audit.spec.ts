import type { Locator, Page } from '@playwright/test';
import type { AuditEntry } from '#contract/admin/audit.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { call, type Person } from '#e2e/harness/person.ts';
import { alert, button, choose, cut, goWithin, query, select } from '#e2e/harness/screen.ts';

const entries = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const cell = (row: Locator, index: number) => row.getByRole('cell').nth(index);

async function failToSignIn({ server, email }: Person, times = 1) {
  for (let time = 0; time < times; time += 1)
    await call(server, 'POST', '/api/users/login', { body: { email, password: 'not the password' } });
}

test.describe('Audit trail, for admins', () => {
  test('a user’s menu links to their entries, newest first, with all that is known', async ({
    open,
    admin,
    bob,
  }) => {
    await admin.call('PATCH', `/api/admin/users/${bob._id}`, { suspended: true });
    const { body } = await admin.call('GET', `/api/admin/audit?user=${bob._id}`);
    const [newest] = body as AuditEntry[];
    const page = await open(`/admin/users?q=${bob.email}`, { as: admin });
    await button(page, 'Actions').click();
    await page.getByRole('menuitem', { name: 'Show audit trail' }).click();
    await expect(page).toHaveURL(`/admin/audit?user=${bob._id}`);
    await expect(select(page, 'User')).toHaveText(bob.name);
    await expect(page.getByRole('columnheader')).toHaveText([
      'When',
      'Action',
      'By',
      'Affected user',
      'Details',
      'Address',
      'Request',
    ]);
    await expect(entries(page)).toHaveCount(2);
    const first = entries(page).first();
    await expect(first.getByRole('time')).toHaveAttribute('datetime', newest?.at ?? '');
    await expect(first.getByRole('time')).toHaveAttribute('title', /:\d\d:\d\d/);
    await expect(cell(first, 1)).toHaveText('Suspended');
    await expect(cell(first, 2)).toHaveText(admin.name);
    await expect(cell(first, 3)).toHaveText(bob.name);
    await expect(cell(first, 5)).toHaveText('127.0.0.1');
    await expect(cell(first, 6)).toHaveText(newest?.requestId ?? '');
    await expect(cell(entries(page).nth(1), 1)).toHaveText('Registered');
    const sections = page.getByRole('navigation', { name: 'Administration' });
    await expect(sections.getByRole('link', { name: 'Audit' })).toHaveAttribute('aria-current', 'page');
    await sections.getByRole('link', { name: 'Users' }).click();
    await expect(page).toHaveURL('/admin/users');
  });

  test('the time is not cut off, even in the longest format', async ({ open, admin }) => {
    const page = await open('/admin/audit', {
      as: admin,
      locale: 'en-US',
      viewport: { width: 1280, height: 800 },
    });
    const when = cell(entries(page).first(), 0);
    await expect(when).toHaveText(/^\d+\/\d+\/\d{4}, \d+:\d\d:\d\d\s[AP]M$/);
    // The widest possible time.
    await when.locator('time').evaluate((time) => (time.textContent = '10/20/2026, 10:48:48 AM'));
    expect(await when.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  });

  test('entries are in German, including the texts from the server', async ({ open, admin, bob, server }) => {
    await failToSignIn(bob);
    await server.katydid('admin', 'grant', bob.email);
    const page = await open(`/admin/audit?user=${bob._id}`, { as: admin, locale: 'de-DE' });
    const [granted, failed] = [entries(page).first(), entries(page).nth(1)];
    await expect(cell(granted, 1)).toHaveText('Rolle geändert');
    await expect(cell(granted, 4)).toHaveText('Admin');
    await expect(cell(granted, 5)).toHaveText('Kommandozeile');
    await expect(cell(failed, 4)).toHaveText('falsches Passwort');
  });

  test('filters by action and user are in the address, where unknown values do no harm', async ({
    open,
    admin,
    bob,
  }) => {
    await failToSignIn(bob);
    const page = await open('/admin/audit', { as: admin });
    await choose(page, 'User', bob.name);
    await expect(page).toHaveURL(`/admin/audit?user=${bob._id}`);
    await expect(page.getByText('2 entries shown')).toBeVisible();
    await choose(page, 'Action', 'Sign-in failed');
    await expect(page.getByText('1 entry shown')).toBeVisible();
    expect(query(page)).toEqual({ user: bob._id, action: 'sign-in failed' });
    await expect(cell(entries(page).first(), 4)).toHaveText('wrong password');
    await choose(page, 'Action', 'Password changed');
    await expect(page.getByText('No matching entries.')).toBeVisible();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/admin/audit');
    await expect(entries(page).first()).toBeVisible();
    await goWithin(page, '/admin/audit?action=bogus&user=nobody');
    await expect(select(page, 'Action')).toHaveText('All');
    await goWithin(page, '/admin/audit?user=0190a0a0-0000-7000-8000-000000000000');
    await expect(select(page, 'User')).toHaveText('Unknown user');
  });

  test('a failure says so and offers Retry', async ({ open, admin }) => {
    const page = await open('/bugs/create', { as: admin });
    await cut(page, '/api/admin/audit');
    await goWithin(page, '/admin/audit');
    await expect(alert(page, 'Failed to fetch the audit trail')).toBeVisible();
    await page.unrouteAll();
    await button(page, 'Retry').click();
    await expect(entries(page).first()).toBeVisible();
  });
});

test.describe('A long audit trail', () => {
  test.use({ ownServer: true });

  test('is shown a hundred entries at a time, each once', async ({ open, admin, ada }) => {
    await Promise.all(Array.from({ length: 105 }, async () => ada.deletes(await ada.files())));
    const page = await open('/admin/audit?action=bug+deleted', { as: admin });
    await expect(page.getByText('100 entries shown')).toBeVisible();
    await button(page, 'Show more').click();
    await expect(page.getByText('105 entries shown')).toBeVisible();
    await expect(button(page, 'Show more')).toBeHidden();
    const requests = await entries(page).evaluateAll((rows) =>
      rows.map((row) => row.lastElementChild?.textContent),
    );
    expect(new Set(requests).size).toBe(105);
  });
});
