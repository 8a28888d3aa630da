import type { Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { row } from './harness/screen.ts';

/** Collects the calls of the API, as `GET /api/bugs`. */
function recorded(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

test('from the list to a bug: the bug, and the rest of its page in one call', async ({ open, ada }) => {
  const bug = await ada.files();
  await ada.call('PUT', `/api/bugs/${bug._id}/vote`, {});
  for (const body of ['First', 'Second']) await ada.call('POST', `/api/bugs/${bug._id}/comments`, { body });
  const page = await open('/bugs', { as: ada, fresh: true });
  await expect(row(page, bug.title)).toBeVisible();
  const calls = recorded(page);
  await row(page, bug.title).getByRole('link', { name: bug.title }).click();
  await expect(page.getByText('Second')).toBeVisible();
  await expect(page.getByText('1 person has this')).toBeVisible();
  await expect(page.getByText(/watching/)).toBeVisible();
  const own = `/api/bugs/${bug._id}`;
  const ofBug = calls.filter((call) => call.includes(bug._id) || call.endsWith('/inbox'));
  expect(ofBug.toSorted()).toEqual([`GET ${own}`, `GET ${own}/page`]);
});
