import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import {
  button,
  chip,
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
const [login = '', slow = '', typo = '', crash = ''] = bugs.map(({ title }) => title);

async function expectRows(page: Page, ...titles: string[]) {
  if (titles.length === 0) await expect(page.getByText('No bugs match')).toBeVisible();
  await expect(rows(page)).toHaveCount(titles.length);
  for (const title of titles) await expect(row(page, title)).toBeVisible();
}

test('filters and the search combine, apply at once, and are in the address', async ({ open, ada }) => {
  for (const bug of bugs) await ada.files(bug);
  const page = await open('/profile', { as: ada, live: false });

  await test.step('they are in the address and, when set, in the query of GET /api/bugs', async () => {
    const sent = async (call: ReturnType<typeof nextCall>) => {
      const { searchParams } = new URL((await call).url());
      return { status: searchParams.get('status'), priority: searchParams.get('priority') };
    };
    let call = nextCall(page, 'GET', '/api/bugs');
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    expect(await sent(call)).toEqual({ status: null, priority: null });
    await expectRows(page, login, slow, typo, crash);
    call = nextCall(page, 'GET', '/api/bugs');
    await choose(page, 'Status', 'Resolved');
    expect(await sent(call)).toEqual({ status: 'resolved', priority: null });
    await expectRows(page, crash);
    call = nextCall(page, 'GET', '/api/bugs');
    await choose(page, 'Priority', 'Medium');
    expect(await sent(call)).toEqual({ status: 'resolved', priority: 'medium' });
    await field(page, 'Search').fill('underscore');
    await expectRows(page, crash);
    await expect.poll(() => query(page)).toEqual({ status: 'resolved', priority: 'medium', q: 'underscore' });
    await choose(page, 'Status', 'All');
    await expect.poll(() => query(page)).toEqual({ priority: 'medium', q: 'underscore' });
    await button(page, 'Clear filters').click();
    await expect.poll(() => query(page)).toEqual({});
    await expectRows(page, login, slow, typo, crash);
  });

  await test.step('filters select from the loaded bugs, and then show the server’s result', async () => {
    const another = await ada.files({ title: 'Another', status: 'open' });
    const release = await holdBack(page, 'GET', '/api/bugs');
    await expect(select(page, 'Status')).toHaveText('All');
    await select(page, 'Status').click();
    await expect(page.getByRole('option')).toHaveText(['All', 'Open', 'In Progress', 'Resolved']);
    await page.getByRole('option', { name: 'Open' }).click();
    await expectRows(page, login, slow);
    await expect(page.getByText('2 bugs found')).toBeVisible();
    await expect(select(page, 'Priority')).toHaveText('All');
    await select(page, 'Priority').click();
    await expect(page.getByRole('option')).toHaveText(['All', 'High', 'Medium', 'Low']);
    await page.getByRole('option', { name: 'Low' }).click();
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
    await ada.deletes(another);
    await page.unrouteAll();
    await goWithin(page, '/bugs');
    await expectRows(page, login, slow, typo, crash);
  });

  await test.step('Not resolved and several values are chosen, and All removes them', async () => {
    await button(page, 'Filter').focus();
    await page.keyboard.press('n');
    await expectRows(page, login, slow, typo);
    await expect(chip(page, 'Not resolved')).toBeVisible();
    await expect(select(page, 'Status')).toHaveText('Open, In Progress');
    await expect.poll(() => query(page)).toEqual({ status: 'open,in-progress' });
    await button(page, 'Filter').press('Enter');
    await page.keyboard.type('prio');
    for (const key of ['Enter', 'Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByRole('option', { name: 'High' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await expect(button(page, 'Filter')).toBeFocused();
    await expect(chip(page, 'Priority High or Medium')).toBeVisible();
    await expectRows(page, login);
    await expect.poll(() => query(page)).toEqual({ status: 'open,in-progress', priority: 'high,medium' });
    await choose(page, 'Status', 'All');
    await expectRows(page, login, crash);
    await expect(select(page, 'Priority')).toHaveText('High, Medium');
    await choose(page, 'Priority', 'High');
    await expectRows(page, login);
  });

  await test.step('an outdated or mistyped address still shows the list', async () => {
    await goWithin(page, '/bugs?status=closed&priority=urgent&sort=votes&page=2');
    await expectRows(page, login, slow, typo, crash);
    await expect(rows(page).first()).toContainText(crash);
    await expect(select(page, 'Status')).toHaveText('All');
    await goWithin(page, '/bugs?priority=high,medium&sort=title');
    await expect(rows(page).locator('.title a')).toHaveText([crash, login]);
    await expect(select(page, 'Priority')).toHaveText('High, Medium');
  });

  await test.step('the search finds titles and descriptions on the client, and makes no call', async () => {
    await goWithin(page, '/bugs');
    await expectRows(page, login, slow, typo, crash);
    const calls = countCalls(page, '/api/bugs');
    await field(page, 'Search').pressSequentially('LoGiN');
    await expectRows(page, login, slow);
    await field(page, 'Search').fill('safari');
    await expectRows(page, login);
    await expect.poll(() => query(page)).toEqual({ q: 'safari' });
    await field(page, 'Search').fill('%');
    await expectRows(page, typo);
    await field(page, 'Search').fill('');
    await expectRows(page, login, slow, typo, crash);
    expect(calls).toHaveLength(0);
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

  await test.step('Back from a bug restores the view; Forward opens the bug', async () => {
    await choose(page, 'Status', 'Open');
    await field(page, 'Search').fill('slow');
    await expect.poll(() => query(page)).toEqual({ status: 'open', q: 'slow' });
    await row(page, slow).getByRole('link', { name: 'View' }).click();
    await expect(page.getByText('The LOGIN page is fine')).toBeVisible();
    await page.goBack();
    await expectRows(page, slow);
    await expect(field(page, 'Search')).toHaveValue('slow');
    await expect(select(page, 'Status')).toHaveText('Open');
    await page.goForward();
    await expect(page.getByText('The LOGIN page is fine')).toBeVisible();
  });

  await test.step('the link Bugs in the top bar shows the unfiltered list', async () => {
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    await expectRows(page, login, slow, typo, crash);
    await expect(field(page, 'Search')).toHaveValue('');
  });

  await test.step('a number shows its bug as the first row, regardless of the filters', async () => {
    const bug = await ada.files({ status: 'resolved' });
    const other = await ada.files({ title: `As in ${bug.number}` });
    // A list that is not known yet.
    await goWithin(page, '/bugs?createdBy=me');
    await choose(page, 'Status', 'Open');
    const titles = rows(page).locator('.title a');
    await field(page, 'Search').fill(String(bug.number));
    await expect(titles).toHaveText([bug.title, other.title]);
    await expect(page.getByText('2 bugs found')).toBeVisible();
    await field(page, 'Search').fill(`#${bug.number}`);
    await expect(titles).toHaveText([bug.title]);
    await expect(page.getByText('1 bug found')).toBeVisible();
    await field(page, 'Search').press('Enter');
    await expect(titles).toBeFocused();
    await field(page, 'Search').fill('#999999');
    await expect(titles).toHaveCount(0);
    await expect(page.getByText(/^No bugs match/)).toBeVisible();
    const others = await open(`/bugs?group=status&q=${bug.number}`, { as: ada });
    const shown = rows(others).locator('.title a');
    await expect(shown).toHaveText([bug.title, other.title]);
    await ada.edits(bug, { title: 'Edited meanwhile' });
    await expect(shown).toHaveText(['Edited meanwhile', other.title]);
    await row(others, 'Edited meanwhile').getByRole('button', { name: 'Delete' }).click();
    await button(others.getByRole('dialog'), 'Delete').click();
    await expect(shown).toHaveText([other.title]);
    await expect(others.getByRole('heading', { level: 2, name: /^Open / })).toBeVisible();
    await others.close();
  });

  await test.step('a mistyped word offers a similar one, which one press searches for', async () => {
    await goWithin(page, '/bugs?status=in-progress');
    await field(page, 'Search').fill('foter');
    await expect(page.getByText(/^No bugs match/)).toBeVisible();
    await button(page, 'Did you mean footer?').click();
    await expect(field(page, 'Search')).toHaveValue('footer');
    await expectRows(page, typo);
  });
});

test('a loaded address restores the list, and typing is not lost while it is updated', async ({
  open,
  ada,
}) => {
  for (const bug of bugs) await ada.files(bug);
  const page = await open('about:blank', { as: ada });
  const release = await holdCode(page, 'BugDetailsPage');
  await page.goto('/bugs?status=open&priority=high&q=LOGIN');
  await expectRows(page, login);
  await expect(select(page, 'Status')).toHaveText('Open');
  await expect(select(page, 'Priority')).toHaveText('High');
  await expect(field(page, 'Search')).toHaveValue('LOGIN');
  await button(page, 'Clear filters').click();
  await expectRows(page, login, slow, typo, crash);

  await test.step('typing is not lost on a slow machine', async () => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 10 });
    // The debounce after which the address is updated.
    const text = 'abcd';
    await field(page, 'Search').pressSequentially(text, { delay: 250 });
    await expect.poll(() => query(page)).toEqual({ q: text });
    await expect(field(page, 'Search')).toHaveValue(text);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await field(page, 'Search').fill('');
    await expectRows(page, login, slow, typo, crash);
  });

  await test.step('a bug opened right after the last keystroke stays open while its page loads', async () => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await field(page, 'Search').fill('slow');
    await row(page, slow).getByRole('link', { name: 'View' }).click();
    // Longer than the debounce of the search, which must not change the address any more.
    await page.clock.runFor(2_000);
    release();
    await page.clock.resume();
    await expect(page.getByText('The LOGIN page is fine')).toBeVisible();
    await expect(page).toHaveURL(/\/bugs\/[0-9a-f-]{36}$/);
  });
});
