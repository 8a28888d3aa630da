import { chipPairs, expectChip } from '#e2e/harness/chips.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { alert, button, cut, goWithin, holdBack, nextCall, row } from '#e2e/harness/screen.ts';
import { inZone, zones } from '#e2e/harness/zones.ts';

test.describe('Bug Details', () => {
  test('shows every field, with coloured chips, and texts as they were typed', async ({ open, ada, bob }) => {
    const bug = await ada.files({ status: 'in-progress', priority: 'high', assignedTo: bob._id });
    const page = await open(`/bugs/${bug._id}`, { as: bob });
    const main = page.getByRole('main');
    await expect(page.getByRole('heading', { name: bug.title, level: 1 })).toBeVisible();
    await expect(main.getByText('In Progress', { exact: true })).toBeVisible();
    await expect(main.getByText('High', { exact: true })).toBeVisible();
    await expect(main.getByText(bug.description)).toBeVisible();
    await expect(main.getByText(/^created by/i).locator('..')).toContainText(ada.name);
    await expect(main.getByText(/^assigned to/i).locator('..')).toContainText(bob.name);
    await expect(page).toHaveTitle(new RegExp(bug.title));
    await test.step('"Unassigned", and a description with its line breaks and spaces', async () => {
      const other = await ada.files({ description: 'First line\n    indented, two  spaces\nlast line' });
      await goWithin(page, `/bugs/${other._id}`);
      await expect(main.getByText('First line')).toBeVisible();
      expect(
        await main.getByText('First line').evaluate((element) => (element as HTMLElement).innerText),
      ).toBe(other.description);
      await expect(main.getByText(/^assigned to/i).locator('..')).toContainText('Unassigned');
    });
    await test.step('light and dark: open is red, in progress amber, resolved green', async () => {
      for (const pair of chipPairs) {
        const chipped = await ada.files(pair);
        await goWithin(page, `/bugs/${chipped._id}`);
        await expect(page.getByRole('heading', { name: chipped.title })).toBeVisible();
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
          await expectChip(main, chipped.status);
          await expectChip(main, chipped.priority);
        }
      }
    });
  });

  test('created at and last updated are local date-times, with the exact time on hover', async ({
    open,
    ada,
  }) => {
    const filed = await ada.files();
    const bug = await ada.edits(filed, { status: 'resolved' });
    const [timezoneId] = zones;
    const page = await open(`/bugs/${bug._id}`, { as: ada, timezoneId, locale: 'en-GB' });
    for (const [label, instant] of [
      [/^created at/i, bug.createdAt],
      [/^last updated/i, bug.updatedAt],
    ] as const) {
      const { day, clock } = inZone(instant, timezoneId);
      const shown = page.getByText(label).locator('..');
      await expect(shown).toContainText(new RegExp(`(?<!\\d)0?${day}\\b.*${clock}`));
      await expect(shown.getByTitle(clock)).toHaveAttribute('datetime', instant);
    }
  });

  test('says what is loading, not found or failed, and opens a bug by its number', async ({ open, ada }) => {
    const [bug, failing, numbered] = [await ada.files(), await ada.files(), await ada.files()];
    const page = await open('/profile', { as: ada });
    await test.step('"Bug not found" does not show while the bug is loading', async () => {
      const release = await holdBack(page, 'GET', `/api/bugs/${bug._id}`);
      const call = nextCall(page, 'GET', `/api/bugs/${bug._id}`);
      await goWithin(page, `/bugs/${bug._id}`);
      await call;
      await expect(page.getByText('Bug not found')).toBeHidden();
      await expect(button(page, 'Edit')).toBeHidden();
      release();
      await expect(page.getByText(bug.description)).toBeVisible();
      await page.unrouteAll();
    });
    for (const id of ['0190a0a0-0000-7000-8000-000000000000', 'none', '2147483647'])
      await test.step(`"Bug not found" for ${id}, which no bug has`, async () => {
        await goWithin(page, `/bugs/${id}`);
        await expect(page.getByText('Bug not found')).toBeVisible();
        await expect(button(page, 'Edit')).toBeHidden();
        await expect(button(page, 'Delete')).toBeHidden();
        await goWithin(page, '/profile');
        await expect(page.getByText('Bug not found')).toBeHidden();
      });
    await test.step('"Failed to fetch bug details", with a way to try again', async () => {
      await cut(page, `/api/bugs/${failing._id}`);
      await goWithin(page, `/bugs/${failing._id}`);
      await expect(alert(page, 'Failed to fetch bug details')).toBeVisible();
      await page.unrouteAll();
      await button(page, 'Retry').click();
      await expect(page.getByRole('heading', { name: failing.title })).toBeVisible();
      await expect(page.getByText(failing.description)).toBeVisible();
    });
    await test.step('an address with a number opens that bug and adds no history entry of its own', async () => {
      await goWithin(page, '/profile');
      await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
      await goWithin(page, `/bugs/${numbered.number}`);
      await expect(page.getByRole('heading', { name: numbered.title })).toBeVisible();
      await expect(page).toHaveURL(`/bugs/${numbered._id}`);
      await page.goBack();
      await expect(page).toHaveURL('/profile');
    });
  });

  test('asks before it deletes, says what failed, and leads to the list', async ({ open, ada, admin }) => {
    const [bug, gone] = [await ada.files(), await ada.files()];
    const page = await open('/bugs', { as: ada, live: false });
    const dialog = page.getByRole('dialog', { name: 'Delete Bug' });
    await row(page, bug.title).getByRole('link', { name: 'View' }).click();
    await button(page, 'Delete').click();
    await test.step('"Delete Bug" asks first, and Cancel leaves the bug unchanged', async () => {
      const text = 'Are you sure you want to delete this bug? This action cannot be undone.';
      await expect(dialog.getByText(text, { exact: true })).toBeVisible();
      await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Delete']);
      await button(dialog, 'Cancel').click();
      await expect(dialog).toBeHidden();
      expect(await ada.reads(bug)).toEqual(bug);
    });
    await test.step('on success the user goes to /bugs, and the bug is gone', async () => {
      await button(page, 'Delete').click();
      await button(dialog, 'Delete').click();
      await expect(page).toHaveURL('/bugs');
      await expect(page.getByRole('heading', { name: 'Bug List' })).toBeVisible();
      await expect(row(page, bug.title)).toBeHidden();
      await goWithin(page, `/bugs/${bug._id}`);
      await expect(page.getByText('Bug not found')).toBeVisible();
    });
    await test.step('"Failed to delete bug": the screen stays, with the reason', async () => {
      await goWithin(page, `/bugs/${gone._id}`);
      await button(page, 'Delete').click();
      await admin.deletes(gone);
      await button(dialog, 'Delete').click();
      await expect(alert(page, 'Failed to delete bug')).toContainText('Bug not found');
      await expect(page).toHaveURL(`/bugs/${gone._id}`);
    });
  });
});
