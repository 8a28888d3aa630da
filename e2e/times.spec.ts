import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { alert, button, cut } from '#e2e/harness/screen.ts';

const cellsOf = (page: Page, call: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: call, exact: true }) })
    .getByRole('cell');
const duration = /^[\d.,]+ (ms|s)$/;

test.describe('Response times, for admins', () => {
  test.use({ ownServer: true });

  test('recent durations of each route, refreshed while the page is open', async ({
    open,
    admin,
    ada,
    server,
  }) => {
    const { _id: id } = await ada.files();
    for (let time = 0; time < 3; time += 1) await ada.call('GET', `/api/bugs/${id}`);
    await ada.call('GET', '/api/bugs/none');
    const page = await open('/admin/users', { as: admin, fresh: true });
    const sections = page.getByRole('navigation', { name: 'Administration' });
    await sections.getByRole('link', { name: 'Performance' }).click();
    await expect(page).toHaveURL('/admin/times');
    await expect(page.getByRole('heading', { name: 'Performance', level: 1 })).toBeVisible();
    await expect(page.getByText('in the last 5 minutes, on ')).toContainText(`:${new URL(server.url).port}.`);
    await expect(page.getByRole('columnheader')).toHaveText([
      'Call',
      'Calls',
      'Failed',
      'p50',
      'p95',
      'Slowest',
      'Total',
    ]);
    const shown = (calls: string) => [
      'GET /api/bugs/:id',
      calls,
      '0',
      duration,
      duration,
      duration,
      duration,
    ];
    await expect(cellsOf(page, 'GET /api/bugs/:id')).toHaveText(shown('4'));
    await expect(cellsOf(page, 'GET Pages')).toHaveCount(7);
    await ada.call('GET', `/api/bugs/${id}`);
    await expect(cellsOf(page, 'GET /api/bugs/:id')).toHaveText(shown('5'));
  });

  test('a failure says so and offers Retry', async ({ open, admin }) => {
    const page = await open('about:blank', { as: admin });
    await cut(page, '/api/admin/times');
    await page.goto('/admin/times');
    await expect(alert(page, 'Failed to fetch performance data')).toBeVisible();
    await page.unrouteAll();
    await button(page, 'Retry').click();
    await expect(cellsOf(page, 'GET Pages')).toHaveCount(7);
    await expect(alert(page, 'Failed to fetch performance data')).toBeHidden();
  });
});
