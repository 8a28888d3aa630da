// How many calls a screen makes, as docs/never-waits.md promises; lab/bench/feel.ts measures what people wait for them.
import type { Page, Request } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { choose, row } from '#e2e/harness/screen.ts';

/** Milliseconds without a request after which a screen has made its calls. */
const quiet = 500;

/** The calls of the page, without its live stream, and a function that waits until there are no more. */
function watchCalls(page: Page) {
  const calls: string[] = [];
  const open = new Set<Request>();
  let last = Date.now();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/live') return;
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
    open.add(request);
    last = Date.now();
  });
  const end = (request: Request) => {
    if (open.delete(request)) last = Date.now();
  };
  page.on('requestfinished', end).on('requestfailed', end);
  return {
    calls,
    async atRest() {
      while (open.size > 0 || Date.now() - last < quiet) await page.waitForTimeout(50);
    },
  };
}

test('every screen makes few calls', async ({ open, ada }) => {
  const bug = await ada.files({ title: 'A moth in relay 70', description: 'Panel F.', assignedTo: ada._id });
  const other = await ada.files({ title: 'Something else', status: 'resolved' });
  await ada.call('POST', `/api/bugs/${bug._id}/comments`, { body: 'It is taped into the log.' });
  const page = await open('/bugs', { as: ada, fresh: true });
  await expect(row(page, bug.title)).toBeVisible();
  const { calls, atRest } = watchCalls(page);
  await atRest();
  /** What someone does and sees, and how many calls it takes at most; a loaded page has its live stream besides. */
  const atMost = async (most: number, act: () => Promise<unknown>, ...seen: string[]) => {
    calls.length = 0;
    await act();
    for (const text of seen) await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    await atRest();
    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(most);
  };
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first();

  await atMost(3, () => page.reload(), bug.title);
  await atMost(1, () => choose(page, 'Status', 'Resolved'), other.title);
  await choose(page, 'Status', 'All');
  await expect(row(page, bug.title)).toBeVisible();
  await atRest();
  await atMost(2, () => link(bug.title).click(), 'Panel F.', 'It is taped into the log.');
  await atMost(0, () => link('Back to the list').click(), other.title);
  await atMost(2, () => link('Katydid').click(), 'Total Bugs', bug.title);
  await atMost(4, () => page.goto(`/bugs/${bug._id}`), 'Panel F.', 'It is taped into the log.');
  await atMost(4, () => page.goto('/'), 'Total Bugs', bug.title);
  await atMost(3, () => page.goto('/inbox'));

  await test.step('what the browser keeps for the next visit is removed at sign-out', async () => {
    const kept = () => page.evaluate(() => localStorage.getItem('workspace'));
    expect(await kept()).toContain(ada._id);
    await page.evaluate(() => localStorage.setItem('token', 'ended'));
    await page.goto('/bugs');
    await expect(page).toHaveURL('/login');
    expect(await kept()).toBeNull();
  });
});

test('a bug opened from the list takes two calls: the bug, and the rest of its page', async ({
  open,
  ada,
}) => {
  const bug = await ada.files();
  await ada.call('PUT', `/api/bugs/${bug._id}/vote`, {});
  for (const body of ['First', 'Second']) await ada.call('POST', `/api/bugs/${bug._id}/comments`, { body });
  const page = await open('/bugs', { as: ada, fresh: true });
  await expect(row(page, bug.title)).toBeVisible();
  const { calls } = watchCalls(page);
  await row(page, bug.title).getByRole('link', { name: bug.title }).click();
  await expect(page.getByText('Second')).toBeVisible();
  await expect(page.getByText('1 person has this')).toBeVisible();
  await expect(page.getByText(/watching/)).toBeVisible();
  const own = `/api/bugs/${bug._id}`;
  expect(calls.toSorted()).toEqual([`GET ${own}`, `GET ${own}/page`]);
});
