import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, chip, countCalls, field, row, rows } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

test('with 600 users, every user picker finds users by the beginning of a name', async ({
  open,
  register,
  ada,
  server,
}) => {
  await server.katydid('seed', '--bugs', '0', '--users', '600');
  // Last by name, so not among the loaded users.
  const zoe = await register({ name: 'Zzoe Zzimmer' });
  const bug = await ada.files({ title: 'Seen by many' });
  const page = await open('about:blank', { as: ada });
  const users = countCalls(page, '/api/users');
  await page.goto('/bugs/create');
  // The search field, not the list that is shown until the page finds that there are too many users.
  const box = (label: string) => page.getByRole('combobox', { name: label }).and(page.locator('input'));

  await field(page, 'Title').fill('Found');
  await field(page, 'Description').fill('For the last one.');
  // The first 500 came with a link to the rest.
  await expect(box('Assign To')).toHaveValue('Unassigned');
  await box('Assign To').fill('nobody has this');
  await expect(page.getByText('No one has this name')).toBeVisible();
  await box('Assign To').fill('zzim');
  await page.getByRole('option', { name: zoe.name }).click();
  await expect(box('Assign To')).toHaveValue(zoe.name);
  const searches = users.map((call) => new URL(call.url()).search);
  expect([searches[0], searches.slice(1).every((search) => search.includes('limit=50'))]).toEqual(['', true]);
  await button(page, 'Create Bug').click();

  await expect(row(page, 'Found')).toContainText(zoe.name);
  await button(page, 'Filter').click();
  await page.getByRole('option', { name: 'Assigned to' }).click();
  await page.keyboard.type('zzoe');
  await page.getByRole('option', { name: zoe.name }).click();
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(1);
  // The name is known from the bugs.
  await page.reload();
  await expect(chip(page, `Assigned to ${zoe.name}`)).toBeVisible();

  await page.goto(`/bugs/${bug._id}`);
  await page.getByRole('button', { name: /^Assigned To: Unassigned/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Assigned To' });
  await expect(dialog.getByRole('option').nth(40)).toBeAttached();
  // Up from the end of the list: what is highlighted is in sight.
  for (const key of Array<string>(22).fill('ArrowUp')) await page.keyboard.press(key);
  const current = dialog.locator('[role="option"].Mui-focused');
  await expect
    .poll(() =>
      current.evaluate((option) => {
        const [inner, outer] = [option, option.parentElement].map((one) => one!.getBoundingClientRect());
        return inner!.top >= outer!.top - 1 && inner!.bottom <= outer!.bottom + 1;
      }),
    )
    .toBe(true);
  await dialog.getByRole('combobox').fill('zzim');
  await expect(page.getByRole('option', { name: zoe.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Assigned To: ${zoe.name}, change` })).toBeVisible();

  await button(page, 'Edit').click();
  await expect(box('Assigned To')).toHaveValue(zoe.name);
  await box('Assigned To').fill('unass');
  await page.getByRole('option', { name: 'Unassigned' }).click();
  await button(page, 'Save Changes').click();
  await expect(page.getByRole('button', { name: /^Assigned To: Unassigned/ })).toBeVisible();

  await page.goto('/bugs');
  await row(page, 'Seen by many').getByRole('checkbox').check();
  await button(page, 'Set assignee').click();
  await page.getByRole('dialog', { name: 'Set assignee' }).getByRole('combobox').fill('zzim');
  await page.getByRole('option', { name: zoe.name }).click();
  await expect(row(page, 'Seen by many')).toContainText(zoe.name);
});
