import { expect, test } from '#e2e/harness/fixtures.ts';
import { isLive } from '#e2e/harness/live-page.ts';
import { button, field, goWithin, row } from '#e2e/harness/screen.ts';

test.describe('Roles and permissions', () => {
  test('another user sees the bug without Edit and Delete', async ({ open, ada, bob }) => {
    const bug = await ada.files({ assignedTo: bob._id });
    const page = await open(`/bugs/${bug._id}`, { as: bob });
    await expect(page.getByText(bug.description)).toBeVisible();
    await expect(button(page, 'Edit')).toHaveCount(0);
    await expect(button(page, 'Delete')).toHaveCount(0);
    await expect(
      page.getByText(`Only ${ada.name} and admins can change the title and the text.`),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    await expect(row(page, bug.title)).toBeVisible();
    await expect(row(page, bug.title).getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  });

  test('an admin can edit and delete every bug, a demoted admin only their own', async ({
    open,
    ada,
    admin,
    server,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: admin });
    await button(page, 'Edit').click();
    await field(page, 'Title').fill(`${bug.title}, looked at`);
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('heading', { name: `${bug.title}, looked at` })).toBeVisible();
    await expect(button(page, 'Edit')).toBeVisible();
    expect(await ada.reads(bug)).toMatchObject({
      title: `${bug.title}, looked at`,
      createdBy: { _id: ada._id },
    });
    await button(page, 'Delete').click();
    await button(page.getByRole('dialog'), 'Delete').click();
    await expect(page).toHaveURL('/bugs');
    expect((await ada.call('GET', `/api/bugs/${bug._id}`)).status).toBe(404);
    await test.step('a demoted admin is an ordinary user again', async () => {
      const another = await ada.files();
      const own = await admin.files();
      await server.katydid('admin', 'revoke', admin.email);
      await goWithin(page, `/bugs/${another._id}`);
      await expect(page.getByText(another.description)).toBeVisible();
      await expect(button(page, 'Edit')).toHaveCount(0);
      expect((await admin.call('DELETE', `/api/bugs/${another._id}`)).status).toBe(403);
      await goWithin(page, `/bugs/${own._id}`);
      await expect(page.getByRole('heading', { name: own.title })).toBeVisible();
      await expect(button(page, 'Edit')).toBeVisible();
      await expect(button(page, 'Delete')).toBeVisible();
      await expect(page.getByText('admins can change the title')).toHaveCount(0);
    });
  });

  test('open pages follow the user’s role', async ({ open, ada, bob, server }) => {
    const page = await open('/profile', { as: ada });
    await isLive(page);
    const area = page.getByRole('link', { name: 'Admin', exact: true });
    for (const verb of ['grant', 'revoke'] as const) {
      await expect(area).toHaveCount(verb === 'grant' ? 0 : 1);
      await server.katydid('admin', verb, ada.email);
      // The server looks for changes of other processes at intervals, and with each of its own.
      await bob.files();
      await expect(area).toHaveCount(verb === 'grant' ? 1 : 0);
    }
  });
});
