import { endpoints } from '#contract/index.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { isLive } from '#e2e/harness/live-page.ts';
import { call, uniqueEmail, password } from '#e2e/harness/person.ts';
import { button, field, goWithin, row } from '#e2e/harness/screen.ts';

test.describe('Roles and permissions', () => {
  test('another user sees the bug without Edit and Delete', async ({ open, ada, bob }) => {
    const bug = await ada.files({ assignedTo: bob._id });
    const page = await open(`/bugs/${bug._id}`, { as: bob });
    await expect(page.getByText(bug.description)).toBeVisible();
    await expect(button(page, 'Edit')).toHaveCount(0);
    await expect(button(page, 'Delete')).toHaveCount(0);
    await expect(
      page.getByText(`Only ${ada.name} and admins can change the text of this bug.`),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    await expect(row(page, bug.title)).toBeVisible();
    await expect(row(page, bug.title).getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  });

  test('another user’s direct call is refused (403), and the bug is unchanged', async ({ ada, bob }) => {
    const bug = await ada.files({ assignedTo: bob._id });
    const edit = await bob.call('PUT', `/api/bugs/${bug._id}`, { title: 'Mine now' });
    expect(edit).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await bob.call('DELETE', `/api/bugs/${bug._id}`)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect(await ada.reads(bug)).toEqual(bug);
  });

  test('an admin edits and deletes the bug of another; a demoted one, as every creator, only own bugs', async ({
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
      await page.goto(`/bugs/${another._id}`);
      await expect(page.getByText(another.description)).toBeVisible();
      await expect(button(page, 'Edit')).toHaveCount(0);
      expect((await admin.call('DELETE', `/api/bugs/${another._id}`)).status).toBe(403);
      await goWithin(page, `/bugs/${own._id}`);
      await expect(page.getByRole('heading', { name: own.title })).toBeVisible();
      await expect(button(page, 'Edit')).toBeVisible();
      await expect(button(page, 'Delete')).toBeVisible();
      await expect(page.getByText('admins can change the text')).toHaveCount(0);
    });
  });

  test('open pages follow the user’s role', async ({ open, ada, bob, server }) => {
    const page = await open('/profile', { as: ada });
    await isLive(page);
    const users = page.getByRole('link', { name: 'Users', exact: true });
    for (const verb of ['grant', 'revoke'] as const) {
      await expect(users).toHaveCount(verb === 'grant' ? 0 : 1);
      await server.katydid('admin', verb, ada.email);
      // The server looks for changes of other processes at intervals, and with each of its own.
      await bob.files();
      await expect(users).toHaveCount(verb === 'grant' ? 1 : 0);
    }
  });

  test('anonymous users reach only what is public, login and register: every other call is 401', async ({
    server,
    ada,
  }) => {
    const bug = await ada.files();
    for (const { method, path, access } of endpoints) {
      if (access === 'public') continue;
      const body = ['POST', 'PUT'].includes(method) ? { body: {} } : {};
      const answer = await call(server, method, path.replace(/:\w+/g, bug._id), body);
      expect(answer, `${method} ${path}`).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    }
    expect(await ada.reads(bug)).toEqual(bug);
  });

  test('no one receives another user’s e-mail address: users are _id and name', async ({ ada, bob }) => {
    const bug = await bob.files({ assignedTo: bob._id });
    const { body: users } = await ada.call('GET', '/api/users');
    expect(users).toContainEqual({ _id: bob._id, name: bob.name });
    const seen = JSON.stringify([users, await ada.reads(bug), (await ada.call('GET', '/api/bugs')).body]);
    expect(seen).not.toContain('@example.com');
  });

  test('registering cannot choose a role', async ({ server }) => {
    const body = { name: 'Eve', email: uniqueEmail(), password, role: 'admin' };
    const answer = await call(server, 'POST', '/api/users/register', { body });
    expect(answer).toMatchObject({ status: 400, body: { fields: { role: 'Unknown field: role' } } });
  });

  test.describe('on a server of its own', () => {
    test.use({ ownServer: true });

    test('registering never makes an admin, not even the first account', async ({ ada, bob }) => {
      expect((await ada.call('GET', '/api/users/profile')).body).toMatchObject({ role: 'user' });
      const bug = await bob.files();
      expect((await ada.call('DELETE', `/api/bugs/${bug._id}`)).status).toBe(403);
    });
  });
});
