import { createCustomField } from '#contract/classification/custom-fields.ts';
import { createLabel } from '#contract/classification/labels.ts';
import type { Comment } from '#contract/conversation/comments.ts';
import { expectNothingSerious, expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { isLive } from '#e2e/harness/live-page.ts';
import { button, choose, field, goWithin, row, rows, select } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

test('the search box takes words and queries, completes and explains them', async ({ open, ada, admin }) => {
  const label = (
    await admin.call('POST', createLabel.path, { name: 'needs info', color: 'red', description: '' })
  ).body as { _id: string };
  const effort = (await admin.call('POST', createCustomField.path, { name: 'Effort', kind: 'number' }))
    .body as {
    _id: string;
  };
  const first = await ada.files({
    title: 'First',
    status: 'open',
    labels: [label._id],
    custom: { [effort._id]: 5 },
  });
  await ada.files({ title: 'Second', status: 'in-progress', priority: 'low' });
  await ada.files({ title: 'Third (see below)', status: 'open' });
  const page = await open('/bugs', { as: ada });
  await isLive(page);
  const box = field(page, 'Search');
  const options = page.getByRole('option');

  await test.step('plain words are searched for as words', async () => {
    await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toHaveAttribute(
      'placeholder',
      'Search bugs',
    );
    await box.pressSequentially('third (SEE stat');
    await expect(options).toHaveCount(0);
    await box.fill('third (SEE');
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL('/bugs?q=third+%28SEE');
    await expect(page.locator('[data-marks]')).toHaveCount(0);
  });

  await test.step('values are chosen by keys', async () => {
    await box.fill('status:');
    await expect(options).toHaveText(['open', 'in-progress', 'resolved']);
    await expectNothingSerious(page);
    await box.press('ArrowDown');
    await box.press('Enter');
    await expect(box).toHaveValue('status:in-progress');
    await expect(options).toHaveCount(0);
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL('/bugs?query=status%3Ain-progress');
    await expect(row(page, 'Second')).toBeVisible();
  });

  await test.step('a select shows and edits its part of the query; another uses its own parameter', async () => {
    await expect(select(page, 'Status')).toHaveText('In Progress');
    await choose(page, 'Status', 'Open');
    await expect(box).toHaveValue('status:open');
    await expect(rows(page)).toHaveCount(2);
    await choose(page, 'Priority', 'Low');
    await expect(box).toHaveValue('status:open');
    await expect(page).toHaveURL('/bugs?query=status%3Aopen&priority=low');
    await expect(page.getByText('0 bugs found')).toBeVisible();
    await choose(page, 'Priority', 'All');
  });

  await test.step('names are completed with quotes, and the list follows changes', async () => {
    await box.press('End');
    await box.pressSequentially(' lab');
    await expect(options).toHaveText(['label:']);
    await box.press('ArrowDown');
    await box.press('Tab');
    await box.pressSequentially('inf');
    await expect(options).toHaveText(['"needs info"']);
    await box.press('Tab');
    await expect(box).toHaveValue('status:open label:"needs info"');
    await expect(rows(page)).toHaveCount(1);
    await ada.call('PUT', `/api/bugs/${first._id}`, { status: 'resolved' });
    await expect(page.getByText('0 bugs found')).toBeVisible();
    await ada.call('PUT', `/api/bugs/${first._id}`, { status: 'open' });
    await expect(row(page, 'First')).toBeVisible();
    await page.reload();
    await expect(box).toHaveValue('status:open label:"needs info"');
    await expect(row(page, 'First')).toBeVisible();
  });

  await test.step('fields that admins define are fields of queries', async () => {
    await box.fill('-effort:none ');
    await expect(rows(page)).toHaveCount(1);
    await box.pressSequentially('eff');
    await expect(options).toHaveText(['Effort:']);
    await box.fill('effort:<5');
    await expect(page.getByText('0 bugs found')).toBeVisible();
    await box.fill('status:open label:"needs info"');
    await expect(rows(page)).toHaveCount(1);
  });

  await test.step('an error is marked in its place, with what may have been meant', async () => {
    await box.fill('stauts:open');
    await expect(page.getByText('Unknown field stauts. Did you mean status?')).toBeVisible();
    await expect(page.locator('[data-marks] [data-kind="problem"]')).toHaveText('stauts');
    // The list is still the one before.
    await expect(rows(page)).toHaveCount(1);
    await expectNothingSeriousInLightAndDark(page);
    await button(page, 'status').click();
    await expect(box).toHaveValue('status:open');
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('the marks scroll with a long text', async () => {
    await box.fill(`status:open ${'label:none OR '.repeat(40)}x`);
    const scrolled = () =>
      page.evaluate(() => {
        const input = document.querySelector('input[type="search"]');
        return [input?.scrollLeft, document.querySelector('[data-marks]')?.scrollLeft];
      });
    await box.press('End');
    await expect(async () => {
      const [text = 0, marks] = await scrolled();
      expect(text).toBeGreaterThan(1_000);
      expect(marks).toBe(text);
    }).toPass();
    await box.press('Home');
    await expect.poll(scrolled).toEqual([0, 0]);
  });

  await test.step('examples can be tried', async () => {
    await button(page, 'Query help').click();
    await button(page, 'sort:-updated').click();
    await expect(box).toHaveValue('sort:-updated');
    await expect(box).toBeFocused();
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).first()).toContainText('First');
  });
});

test('text that looks like a query is first searched for as typed, or offers a way out', async ({
  open,
  ada,
  bob,
  admin,
}) => {
  await admin.call('POST', createLabel.path, { name: 'needs info', color: 'red', description: '' });
  await admin.call('POST', createCustomField.path, { name: 'Effort', kind: 'text' });
  for (const title of ['Printer NOT working', 'is:broken thing', 'diff a -c', 'A working c', 'crash'])
    await ada.files({ title });
  const page = await open('/bugs', { as: ada });
  const box = field(page, 'Search');
  const titles = rows(page).locator('.title a');

  await test.step('a text that a bug contains is found as typed, and as a query on request', async () => {
    for (const [typed, found] of [
      ['is:broken thing', 'is:broken thing'],
      ['A -C', 'diff a -c'],
    ] as const) {
      await box.fill(typed);
      await expect(titles).toHaveText([found]);
      await expect(page).toHaveURL(`/bugs?${new URLSearchParams({ q: typed })}`);
      await expect(page.getByText('Unknown field')).toHaveCount(0);
      await expect(box).toHaveValue(typed);
    }
    // The suggestions lie over the button.
    await box.press('Escape');
    await button(page, 'Search as a query').click();
    await expect(page).toHaveURL('/bugs?query=A+-C');
    await expect(titles).toHaveText(['is:broken thing', 'Printer NOT working']);
    await box.fill('NOT working');
    await expect(titles).toHaveText(['Printer NOT working']);
    await button(page, 'Search as a query').click();
    await expect(titles).toHaveText(['crash', 'diff a -c', 'is:broken thing']);
  });

  await test.step('a text that no bug contains is a query, or an error is shown', async () => {
    await box.fill('crash OR thing');
    await expect(titles).toHaveText(['crash', 'is:broken thing']);
    await expect(page).toHaveURL('/bugs?query=crash+OR+thing');
    await box.fill('stauts:open');
    await expect(page.getByText('Unknown field stauts')).toBeVisible();
    await expect(titles).toHaveText(['crash', 'is:broken thing']);
  });

  await test.step('a search that is not understood shows no bugs, and offers a way out', async () => {
    await goWithin(page, '/bugs?query=label%3Anothing');
    await expect(page.getByText('label has no value nothing.')).toBeVisible();
    await expect(page.getByText('The search is not understood, so no bugs are shown.')).toBeVisible();
    await button(page, 'Clear search').click();
    await expect(titles).toHaveCount(5);
    await expect(box).toHaveValue('');
    await expect(box).toBeFocused();
  });

  await test.step('a search that finds nothing offers a search in comments, with live updates', async () => {
    const bug = await ada.files({ title: 'Commented' });
    const path = `/api/bugs/${bug._id}/comments`;
    const { _id: id } = (await bob.call('POST', path, { body: 'Seen with a marsupial' })).body as Comment;
    await goWithin(page, '/bugs?q=marsupial');
    await isLive(page);
    await button(page, 'Search comments, too').click();
    await expect(box).toHaveValue('marsupial in:comments');
    await expect(box).toBeFocused();
    await expect(titles).toHaveText(['Commented']);
    await expect(page.getByText('1 bug found')).toBeVisible();
    await bob.call('DELETE', `/api/comments/${id}`);
    await expect(row(page, 'Commented')).toBeHidden();
    await expect(button(page, 'Search comments, too')).toBeHidden();
    await bob.call('POST', path, { body: 'Again: marsupial' });
    await expect(titles).toHaveText(['Commented']);
  });

  await test.step('a query that a filter makes too long says so, and the list stays', async () => {
    const long = Array.from({ length: 19 }, (_, i) => `-"${String(i).padStart(100, '0')}"`).join(' ');
    await goWithin(page, `/bugs?query=${encodeURIComponent(long)}`);
    await expect(titles).toHaveCount(6);
    await button(page, 'Filter').click();
    await page.getByRole('option', { name: 'Effort' }).click();
    const menu = page.getByRole('dialog', { name: 'Effort' });
    await field(menu.getByRole('group', { name: 'Effort' }), 'Contains').fill('x'.repeat(100));
    await page.keyboard.press('Escape');
    await expect(page.getByText('A query can have at most 2,000 characters')).toBeVisible();
    await expect(titles).toHaveCount(6);
  });
});
