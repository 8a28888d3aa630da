import { expect, test } from '#e2e/harness/fixtures.ts';
import { alert, button, field } from '#e2e/harness/screen.ts';

test.describe('Bug Details: a failed save', () => {
  test('no validation in the browser: the server refuses an empty title, under "Failed to update bug", or the save of a deleted bug', async ({
    open,
    ada,
    admin,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await button(page, 'Edit').click();
    await field(page, 'Title').fill('');
    await field(page, 'Description').fill('Still here');
    await button(page, 'Save Changes').click();
    await expect(alert(page, 'Failed to update bug')).toContainText('Title is required');
    await expect(field(page, 'Description')).toHaveValue('Still here');
    await field(page, 'Title').fill('A title');
    await expect(alert(page, 'Failed to update bug')).toBeHidden();
    await test.step('the bug was deleted meanwhile; the input stays', async () => {
      await field(page, 'Description').fill('A long afternoon of typing');
      await admin.deletes(bug);
      await button(page, 'Save Changes').click();
      await expect(alert(page, 'Failed to update bug')).toContainText('Bug not found');
      await expect(field(page, 'Description')).toHaveValue('A long afternoon of typing');
    });
  });

  test('"Failed to update bug": the permission was revoked meanwhile', async ({
    open,
    ada,
    admin,
    server,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: admin });
    await button(page, 'Edit').click();
    await field(page, 'Title').fill('By an admin of yesterday');
    await server.katydid('admin', 'revoke', admin.email);
    await button(page, 'Save Changes').click();
    await expect(alert(page, 'Failed to update bug')).toContainText(
      'Only the creator of a bug or an admin can edit it',
    );
    expect((await ada.reads(bug)).title).toBe(bug.title);
  });

  test.describe('on a server of its own', () => {
    test.use({ ownServer: true });

    test('"Failed to update bug" during an outage; the input stays and is saved later', async ({
      open,
      ada,
      server,
    }) => {
      const bug = await ada.files();
      const page = await open(`/bugs/${bug._id}`, { as: ada });
      await button(page, 'Edit').click();
      await field(page, 'Title').fill('Typed while it was away');
      await server.stop();
      await button(page, 'Save Changes').click();
      await expect(alert(page, 'Failed to update bug')).toBeVisible();
      await expect(field(page, 'Title')).toHaveValue('Typed while it was away');
      await server.start();
      await button(page, 'Save Changes').click();
      await expect(page.getByRole('heading', { name: 'Typed while it was away' })).toBeVisible();
    });
  });
});
