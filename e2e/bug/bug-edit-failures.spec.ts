import { expect, test } from '#e2e/harness/fixtures.ts';
import { alert, button, field, holdBack } from '#e2e/harness/screen.ts';

test('A refused edit is rolled back, and the form keeps its input and says why', async ({
  open,
  ada,
  admin,
}) => {
  const bug = await ada.files();
  const page = await open(`/bugs/${bug._id}`, { as: ada, live: false });
  const failure = alert(page, 'Failed to update bug');
  await button(page, 'Edit').click();
  await field(page, 'Title').fill('Not to be');
  await field(page, 'Description').fill('A long afternoon of typing');

  await test.step('without an answer the form is shown again, with its focus', async () => {
    const gate = Promise.withResolvers<void>();
    await page.route(`**/api/bugs/${bug._id}`, async (route) => {
      await gate.promise;
      await route.abort('connectionfailed');
    });
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('heading', { name: 'Not to be' })).toBeVisible();
    gate.resolve();
    await expect(failure).toBeVisible();
    await expect(page.getByRole('heading', { name: bug.title })).toBeVisible();
    await expect(field(page, 'Title')).toHaveValue('Not to be');
    await expect(field(page, 'Description')).toHaveValue('A long afternoon of typing');
    await expect(button(page, 'Save Changes')).toBeFocused();
    await page.unrouteAll();
  });

  await test.step('an empty title is refused by the server, not the browser, and not shown meanwhile', async () => {
    const release = await holdBack(page, 'PUT', `/api/bugs/${bug._id}`);
    await field(page, 'Title').fill('');
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('main').getByRole('progressbar')).toBeVisible();
    await expect(page.getByRole('heading', { name: bug.title })).toBeVisible();
    await expect(field(page, 'Title')).toBeVisible();
    release();
    await expect(failure).toContainText('Title is required');
    await page.unrouteAll();
  });

  await test.step('the message goes with the next input', async () => {
    await field(page, 'Title').fill('A title');
    await expect(failure).toBeHidden();
  });

  await test.step('if the bug was deleted meanwhile, the input stays', async () => {
    await admin.deletes(bug);
    await button(page, 'Save Changes').click();
    await expect(failure).toContainText('Bug not found');
    await expect(field(page, 'Title')).toHaveValue('A title');
    await expect(field(page, 'Description')).toHaveValue('A long afternoon of typing');
  });
});
