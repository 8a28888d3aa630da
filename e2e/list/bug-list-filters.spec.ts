import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import type { Person } from '#e2e/harness/person.ts';
import {
  button,
  choose,
  countCalls,
  field,
  goWithin,
  holdBack,
  holdCode,
  nextCall,
  query,
  row,
  rows,
  select,
} from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

const bugs = [
  { title: 'Login button does nothing', description: 'Only in Safari', status: 'open', priority: 'high' },
  { title: 'Export is slow', description: 'The LOGIN page is fine', status: 'open', priority: 'low' },
  { title: 'Typo in the footer', description: '100% certain', status: 'in-progress', priority: 'low' },
  {
    title: 'Crash on start',
    description: 'file_name has an underscore',
    status: 'resolved',
    priority: 'medium',
  },
] as const;
const [login, slow, typo, crash] = bugs.map(({ title }) => title);

async function openList(
  open: (path: string, visit: { as: Person }) => Promise<Page>,
  ada: Person,
  search = '',
) {
  for (const bug of bugs) await ada.files(bug);
  return open(`/bugs${search}`, { as: ada });
}

async function expectRows(page: Page, ...titles: (string | undefined)[]) {
  await expect(
    rows(page)
      .getByRole('cell')
      .nth(0)
      .or(page.getByText(/no bugs match/i))
      .first(),
  ).toBeVisible();
  await expect(rows(page)).toHaveCount(titles.length);
  for (const title of titles) await expect(row(page, title ?? '')).toBeVisible();
}

test.describe('Bug List: filters', () => {
  test('Status filter: All, Open, In Progress, Resolved; Priority filter: All, High, Medium, Low', async ({
    open,
    ada,
  }) => {
    const page = await openList(open, ada);
    await expect(select(page, 'Status')).toHaveText('All');
    await select(page, 'Status').click();
    await expect(page.getByRole('option')).toHaveText(['All', 'Open', 'In Progress', 'Resolved']);
    await page.getByRole('option', { name: 'Open' }).click();
    await expectRows(page, login, slow);
    await choose(page, 'Status', 'In Progress');
    await expectRows(page, typo);
    await choose(page, 'Status', 'Resolved');
    await expectRows(page, crash);
    await choose(page, 'Status', 'All');
    await expectRows(page, login, slow, typo, crash);
    await expect(select(page, 'Priority')).toHaveText('All');
    await select(page, 'Priority').click();
    await expect(page.getByRole('option')).toHaveText(['All', 'High', 'Medium', 'Low']);
    await page.getByRole('option', { name: 'High' }).click();
    await expectRows(page, login);
    await choose(page, 'Priority', 'Medium');
    await expectRows(page, crash);
    await choose(page, 'Priority', 'Low');
    await expectRows(page, slow, typo);
  });

  test('Not resolved and several values: from the keyboard, in the address, and shown by the select, of which All shows all again', async ({
    open,
    ada,
  }) => {
    const page = await openList(open, ada);
    const toggle = button(page, 'Not resolved');
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await toggle.click();
    await expectRows(page, login, slow, typo);
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await expect(select(page, 'Status')).toHaveText('Open, In Progress');
    await expect.poll(() => query(page)).toEqual({ status: 'open,in-progress' });
    await button(page, 'Several values').focus();
    await page.keyboard.press('Enter');
    const option = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true });
    await expect(option('In Progress')).toHaveAttribute('aria-checked', 'true');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter', 'ArrowDown', 'Enter'])
      await page.keyboard.press(key);
    await expect(option('High')).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('Escape');
    await expect(button(page, 'Several values')).toBeFocused();
    await expectRows(page, login);
    await expect.poll(() => query(page)).toEqual({ status: 'open,in-progress', priority: 'high,medium' });
    await choose(page, 'Status', 'All');
    await expectRows(page, login, crash);
    await expect(select(page, 'Priority')).toHaveText('High, Medium');
    await page.reload();
    await expectRows(page, login, crash);
    await choose(page, 'Priority', 'High');
    await expectRows(page, login);
  });

  test('both filters and the search combine, in the address and, when set, in the query of GET /api/bugs', async ({
    open,
    ada,
  }) => {
    for (const bug of bugs) await ada.files(bug);
    const page = await open('/profile', { as: ada });
    const sent = async (call: ReturnType<typeof nextCall>) => {
      const { searchParams } = new URL((await call).url());
      return { status: searchParams.get('status'), priority: searchParams.get('priority') };
    };
    let call = nextCall(page, 'GET', '/api/bugs');
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    expect(await sent(call)).toEqual({ status: null, priority: null });
    call = nextCall(page, 'GET', '/api/bugs');
    await choose(page, 'Status', 'Open');
    expect(await sent(call)).toEqual({ status: 'open', priority: null });
    call = nextCall(page, 'GET', '/api/bugs');
    await choose(page, 'Priority', 'Low');
    expect(await sent(call)).toEqual({ status: 'open', priority: 'low' });
    await field(page, 'Search').fill('login');
    await expectRows(page, slow);
    await expect.poll(() => query(page)).toEqual({ status: 'open', priority: 'low', q: 'login' });
    await choose(page, 'Status', 'All');
    await expect.poll(() => query(page)).toEqual({ priority: 'low', q: 'login' });
  });
});

test.describe('Bug List: optimistic results of a filter', () => {
  test('with the whole list loaded: the exact result, then the server’s', async ({ open, ada }) => {
    for (const bug of bugs) await ada.files(bug);
    const page = await open('/bugs', { as: ada, live: false });
    await expectRows(page, login, slow, typo, crash);
    const another = await ada.files({ status: 'open' });
    const release = await holdBack(page, 'GET', '/api/bugs');
    await choose(page, 'Status', 'Open');
    await expectRows(page, login, slow);
    await expect(page.getByText('2 bugs found')).toBeVisible();
    await choose(page, 'Priority', 'Low');
    await expectRows(page, slow);
    await choose(page, 'Status', 'In Progress');
    await expectRows(page, typo);
    await choose(page, 'Priority', 'High');
    await expectRows(page);
    await expect(page.getByText('No bugs match Status: In Progress and Priority: High.')).toBeVisible();
    await choose(page, 'Priority', 'All');
    release();
    await choose(page, 'Status', 'Open');
    await expectRows(page, another.title, login, slow);
  });

  test('with a partly loaded list: the previous rows, dimmed and marked as old', async ({
    open,
    ada,
    server,
  }) => {
    const { title } = await ada.files({ status: 'resolved', priority: 'low' });
    await server.katydid('seed', '--bugs', '150', '--users', '2');
    const page = await open('/bugs', { as: ada });
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    const before = await rows(page).first().textContent();
    const release = await holdBack(page, 'GET', '/api/bugs');
    await choose(page, 'Status', 'Resolved');
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    await expect(rows(page).first()).toHaveText(before ?? '');
    await expect(page.getByText(/\d bugs/)).toHaveCount(0);
    release();
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByText(/\d bugs found/)).toBeVisible();
    await choose(page, 'Priority', 'Low');
    await field(page, 'Search').fill(title);
    await expectRows(page, title);
  });
});

test.describe('Bug List: search', () => {
  test('by title or description, case-insensitive, on the client: no call is made', async ({ open, ada }) => {
    const page = await openList(open, ada);
    await expectRows(page, login, slow, typo, crash);
    const calls = countCalls(page, '/api/bugs');
    await field(page, 'Search').pressSequentially('LoGiN');
    await expectRows(page, login, slow);
    await field(page, 'Search').fill('safari');
    await expectRows(page, login);
    await expect.poll(() => query(page)).toEqual({ q: 'safari' });
    await field(page, 'Search').fill('');
    await expectRows(page, login, slow, typo, crash);
    expect(calls).toHaveLength(0);
    await test.step('no character is special', async () => {
      await field(page, 'Search').fill('%');
      await expectRows(page, typo);
      await field(page, 'Search').fill('_');
      await expectRows(page, crash);
      await field(page, 'Search').fill('.*');
      await expectRows(page);
    });
    await test.step('an empty result says so, and the filters can be cleared', async () => {
      await choose(page, 'Status', 'Open');
      await field(page, 'Search').fill('nowhere to be found');
      await expect(page.getByText('No bugs match “nowhere to be found” and Status: Open.')).toBeVisible();
      await button(page, 'Clear filters').click();
      await expectRows(page, login, slow, typo, crash);
      await expect(field(page, 'Search')).toHaveValue('');
      await expect.poll(() => query(page)).toEqual({});
    });
  });

  test('typing while the address is still updating is not lost', async ({ open, ada }) => {
    const page = await openList(open, ada);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 10 });
    // The debounce after which the address is updated.
    const text = 'abcdefghij';
    await field(page, 'Search').pressSequentially(text, { delay: 250 });
    await expect.poll(() => query(page)).toEqual({ q: text });
    await expect(field(page, 'Search')).toHaveValue(text);
  });

  test('a bug number leads to its bug, also where other bugs contain the number', async ({ open, ada }) => {
    const page = await openList(open, ada, '?status=open');
    const bug = await ada.files({ status: 'resolved' });
    await ada.files({ title: `As in ${bug.number}` });
    const link = page.getByRole('link', { name: `#${bug.number} ${bug.title}`, exact: true });
    await field(page, 'Search').fill(String(bug.number));
    await expectRows(page, `As in ${bug.number}`);
    await expect(link).toBeVisible();
    await field(page, 'Search').fill(`#${bug.number}`);
    await expect(page.getByText(/^No bugs match/)).toBeVisible();
    await expect(link).toBeVisible();
    await field(page, 'Search').press('Enter');
    await expect(link).toBeFocused();
    await field(page, 'Search').fill('#999999');
    await expect(link).toHaveCount(0);
    await field(page, 'Search').fill(`#${bug.number}`);
    await link.click();
    await expect(page).toHaveURL(`/bugs/${bug._id}`);
    await expect(page.getByRole('heading', { name: bug.title })).toBeVisible();
  });
});

test.describe('Bug List: the address holds search, filters and order', () => {
  test('the address restores search, filters and order, also on reload; what it holds of no meaning is ignored', async ({
    open,
    ada,
  }) => {
    const page = await openList(open, ada, '?status=open&priority=high&q=LOGIN');
    for (const visit of ['first', 'again']) {
      if (visit === 'again') await page.reload();
      await expectRows(page, login);
      await expect(select(page, 'Status')).toHaveText('Open');
      await expect(select(page, 'Priority')).toHaveText('High');
      await expect(field(page, 'Search')).toHaveValue('LOGIN');
    }
    await test.step('the link Bugs in the top bar shows the unfiltered list', async () => {
      await page.getByRole('link', { name: 'Bugs', exact: true }).click();
      await expectRows(page, login, slow, typo, crash);
      await expect(field(page, 'Search')).toHaveValue('');
    });
    await test.step('the order too', async () => {
      await goWithin(page, '/bugs?sort=title');
      const titles = rows(page)
        .getByRole('link')
        .filter({ hasText: /Crash|Export|Login|Typo/ });
      await expect(titles).toHaveText([crash, slow, login, typo].map(String));
    });
    await test.step('an outdated or mistyped address still shows the list', async () => {
      await page.goto('/bugs?status=closed&priority=urgent&sort=votes&page=2');
      await expectRows(page, login, slow, typo, crash);
      await expect(rows(page).first()).toContainText(String(crash));
      await expect(select(page, 'Status')).toHaveText('All');
    });
  });

  test('Back from a bug restores the view; Forward opens the bug', async ({ open, ada }) => {
    const page = await openList(open, ada);
    await choose(page, 'Status', 'Open');
    await field(page, 'Search').fill('slow');
    await expect.poll(() => query(page)).toEqual({ status: 'open', q: 'slow' });
    await row(page, 'Export is slow').getByRole('link', { name: 'View' }).click();
    await expect(page.getByText('The LOGIN page is fine')).toBeVisible();
    await page.goBack();
    await expectRows(page, slow);
    await expect(field(page, 'Search')).toHaveValue('slow');
    await expect(select(page, 'Status')).toHaveText('Open');
    await page.goForward();
    await expect(page.getByText('The LOGIN page is fine')).toBeVisible();
  });

  test('a bug opened right after the last keystroke stays open, also while its page loads slowly', async ({
    open,
    ada,
  }) => {
    for (const bug of bugs) await ada.files(bug);
    const page = await open('about:blank', { as: ada });
    const release = await holdCode(page, 'BugDetailsPage');
    await page.goto('/bugs');
    await expectRows(page, login, slow, typo, crash);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await field(page, 'Search').fill('slow');
    await row(page, 'Export is slow').getByRole('link', { name: 'View' }).click();
    // Longer than the debounce of the search, which must not change the address any more.
    await page.clock.runFor(2_000);
    release();
    await page.clock.resume();
    await expect(page.getByText('The LOGIN page is fine')).toBeVisible();
    await expect(page).toHaveURL(/\/bugs\/[0-9a-f-]{36}$/);
  });
});
