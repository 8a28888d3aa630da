import { expect, test } from './fixtures.ts';
import { alert, button, field, nextCall, select } from './screen.ts';

test.describe('Bug Details: a save that fails', () => {
  test('no validation in the browser: the server refuses an empty title, under "Failed to update bug"', async ({
    open,
    ada,
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
  });

  test('"Failed to update bug": it was deleted meanwhile, and what was typed is still there', async ({
    open,
    ada,
    admin,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('A long afternoon of typing');
    await admin.deletes(bug);
    await button(page, 'Save Changes').click();
    await expect(alert(page, 'Failed to update bug')).toContainText('Bug not found');
    await expect(field(page, 'Description')).toHaveValue('A long afternoon of typing');
  });

  test('"Failed to update bug": the right to was taken away meanwhile', async ({
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

    test('"Failed to update bug" while the server is away; what was typed stays and is saved later', async ({
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

test.describe('Bug Details: two people edit at once', () => {
  test('the later save is told (412) and keeps what was typed; it can be saved over', async ({
    open,
    ada,
    admin,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('What Ada typed');
    await admin.edits(bug, { description: 'What the admin typed', priority: 'high' });
    const call = nextCall(page, 'PUT', `/api/bugs/${bug._id}`);
    await button(page, 'Save Changes').click();
    expect((await (await call).response())?.status()).toBe(412);
    await expect(alert(page, 'Failed to update bug')).toBeVisible();
    await expect(field(page, 'Description')).toHaveValue('What Ada typed');
    expect((await ada.reads(bug)).description).toBe('What the admin typed');
    await button(page, 'Save mine over it').click();
    await expect(button(page, 'Edit')).toBeVisible();
    expect((await ada.reads(bug)).description).toBe('What Ada typed');
  });

  test('or what is stored can be loaded instead', async ({ open, ada, admin }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('What Ada typed');
    await admin.edits(bug, { description: 'What the admin typed', priority: 'high' });
    await button(page, 'Save Changes').click();
    await button(page, 'Load the stored version').click();
    await expect(field(page, 'Description')).toHaveValue('What the admin typed');
    await expect(select(page, 'Priority')).toHaveText('High');
    await field(page, 'Title').fill('Both are content');
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('heading', { name: 'Both are content' })).toBeVisible();
    expect(await ada.reads(bug)).toMatchObject({ description: 'What the admin typed', priority: 'high' });
  });
});
