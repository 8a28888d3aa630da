import type { Page, Request, Route } from '@playwright/test';
import { sinceHeader } from '#contract/live.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { isLive, isTheSame, liveDot, mark, turn } from '#e2e/harness/live-page.ts';
import { unique } from '#e2e/harness/person.ts';
import {
  alert,
  button,
  countCalls,
  field,
  figure,
  nextCall,
  row,
  rows,
  login,
  select,
} from '#e2e/harness/screen.ts';

const away = (page: Page) => page.getByText('Showing the last known state.');

const searches = (calls: readonly Request[]) => calls.map((call) => new URL(call.url()).search);
const isStream = (request: Request) => new URL(request.url()).pathname === '/api/live';

test.describe('Live: changes by one user appear for others without reload', () => {
  test('the list: a bug is filed, edited and deleted', async ({ open, ada, bob }) => {
    const theirs = await open('/bugs', { as: bob });
    await isLive(theirs);
    await mark(theirs);
    const title = unique('Seen by all');
    const bug = await ada.files({ title });
    await expect(row(theirs, title)).toContainText('Open');

    await ada.edits(bug, { title: `${title}, renamed`, status: 'resolved', assignedTo: bob._id });
    await expect(row(theirs, `${title}, renamed`)).toContainText('Resolved');
    await expect(row(theirs, `${title}, renamed`)).toContainText(bob.name);
    await expect(row(theirs, title)).toHaveCount(0);

    await ada.deletes(bug);
    await expect(row(theirs, `${title}, renamed`)).toHaveCount(0);
    expect(await isTheSame(theirs)).toBe(true);
  });

  test('an open bug: an edit appears; a deletion is announced', async ({ open, ada, bob }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: bob });
    await isLive(page);
    await mark(page);
    const title = unique('Another title');
    await ada.edits(bug, { title, status: 'in-progress', description: 'Another text' });
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText('Another text')).toBeVisible();
    await expect(page.getByRole('main').getByText('In Progress', { exact: true })).toBeVisible();
    await ada.deletes(bug);
    await expect(page.getByRole('heading', { name: 'Bug not found' })).toBeVisible();
    await expect(page.getByText('This bug was deleted.')).toBeVisible();
    expect(await isTheSame(page)).toBe(true);
  });

  test('a user’s new name, everywhere', async ({ open, ada, bob }) => {
    const bug = await ada.files({ assignedTo: ada._id });
    const page = await open('/bugs', { as: bob });
    await isLive(page);
    await expect(row(page, bug.title)).toContainText(ada.name);
    const name = unique('Renamed');
    await ada.call('PUT', '/api/users/profile', { name });
    await expect(row(page, bug.title).getByText(name)).toHaveCount(2);
    await row(page, bug.title).getByRole('link', { name: 'View' }).click();
    // As creator, as assignee, and in the activity.
    await expect(page.getByRole('main').getByText(name, { exact: true })).toHaveCount(3);
    await expect(page.getByText(`Only ${name} and admins`)).toBeVisible();
  });

  test('a change between the first response and the opening of the stream appears', async ({
    open,
    ada,
    bob,
  }) => {
    const bug = await ada.files();
    const page = await open('about:blank', { as: bob });
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/live*', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto('/bugs');
    await expect(row(page, bug.title)).toContainText('Open');
    await expect(liveDot(page, 'Connecting')).toBeVisible();
    const later = await bob.files();
    await ada.edits(bug, { status: 'resolved' });
    gate.resolve();
    await expect(row(page, bug.title)).toContainText('Resolved');
    await expect(row(page, later.title)).toBeVisible();
  });

  test('after a gap in the stored changes, everything is fetched again', async ({ open, ada, bob }) => {
    const bug = await ada.files();
    const page = await open('about:blank', { as: bob });
    const gate = Promise.withResolvers<string>();
    const reset = async (route: Route) => {
      const body = `event: reset\nid: ${await gate.promise}\ndata: {}\n\n`;
      await route.fulfill({ contentType: 'text/event-stream', body });
    };
    await page.route('**/api/live*', reset, { times: 1 });
    await page.goto('/bugs');
    await expect(row(page, bug.title)).toContainText('Open');
    await ada.edits(bug, { status: 'resolved' });
    gate.resolve((await ada.call('GET', '/api/users')).headers.get(sinceHeader) ?? '');
    await expect(row(page, bug.title)).toContainText('Resolved');
    await isLive(page);
  });

  test.describe('on a server of its own', () => {
    test.use({ ownServer: true });

    test('the dashboard’s counts', async ({ open, ada, bob }) => {
      const page = await open('/', { as: bob });
      await isLive(page);
      await mark(page);
      await expect.poll(() => figure(page, 'Total Bugs')).toBe('0');
      const bug = await ada.files({ assignedTo: bob._id });
      await expect.poll(() => figure(page, 'Total Bugs')).toBe('1');
      await expect.poll(() => figure(page, 'Open Bugs')).toBe('1');
      await expect.poll(() => figure(page, 'Bugs Assigned to Me')).toBe('1');
      await ada.edits(bug, { status: 'resolved' });
      await expect.poll(() => figure(page, 'Resolved')).toBe('1');
      await expect.poll(() => figure(page, 'Open Bugs')).toBe('0');
      await ada.deletes(bug);
      await expect.poll(() => figure(page, 'Total Bugs')).toBe('0');
      expect(await isTheSame(page)).toBe(true);
    });

    test('a filtered list adds bugs that begin to match and removes those that no longer do', async ({
      open,
      ada,
      bob,
    }) => {
      const [first, second] = [
        await ada.files({ status: 'resolved' }),
        await ada.files({ status: 'resolved' }),
      ];
      const third = await ada.files();
      const page = await open('/bugs?status=open', { as: bob });
      await isLive(page);
      await expect(page.getByText('1 bug found')).toBeVisible();
      await ada.edits(first, { status: 'open' });
      await expect(page.getByText('2 bugs found')).toBeVisible();
      await expect(rows(page).nth(0)).toContainText(third.title);
      await expect(rows(page).nth(1)).toContainText(first.title);
      await ada.edits(second, { status: 'open' });
      await expect(rows(page).nth(1)).toContainText(second.title);
      await ada.edits(third, { status: 'in-progress' });
      await expect(rows(page).nth(0)).toContainText(second.title);
      await expect(page.getByText('2 bugs found')).toBeVisible();
    });

    test('an empty list fills, and empties again; many changes at once need few requests', async ({
      open,
      ada,
      bob,
    }) => {
      const page = await open('/bugs', { as: bob });
      await isLive(page);
      await expect(page.getByText('No bugs have been filed yet.')).toBeVisible();
      const bug = await ada.files();
      await expect(row(page, bug.title)).toBeVisible();
      await ada.deletes(bug);
      await expect(page.getByText('No bugs have been filed yet.')).toBeVisible();
      const calls = countCalls(page, '/api/bugs');
      for (let i = 0; i < 60; i += 1) await ada.files();
      await expect(page.getByText('60 bugs')).toBeVisible();
      expect(calls.length).toBeLessThan(30);
    });

    test('a long list is patched in place: its count stays right by one request, no page is fetched again, and the scroll position stays', async ({
      open,
      ada,
      bob,
      server,
    }) => {
      const [oldest, old] = [await ada.files(), await ada.files()];
      await server.katydid('seed', '--bugs', '350', '--users', '3');
      const page = await open('/bugs', { as: bob });
      await isLive(page);
      await test.step('partly loaded, its count stays right', async () => {
        await expect(page.getByText('352 bugs')).toBeVisible();
        await ada.deletes(oldest);
        await expect(page.getByText('351 bugs')).toBeVisible();
        const calls = countCalls(page, '/api/bugs');
        const bug = await ada.files();
        await expect(page.getByText('352 bugs')).toBeVisible();
        await expect(rows(page).first()).toContainText(bug.title);
        expect(searches(calls)).toEqual([`?ids=${bug._id}`]);
        await ada.deletes(bug);
      });
      await expect(async () => {
        await page.mouse.wheel(0, 20_000);
        await expect(row(page, old.title)).toBeVisible({ timeout: 100 });
      }).toPass();
      await expect(page.getByText('351 bugs')).toBeVisible();
      const calls = countCalls(page, '/api/bugs');
      const place = async () => (await row(page, old.title).boundingBox())?.y;
      const before = await place();
      const filed = await ada.files();
      await expect(page.getByText('352 bugs')).toBeVisible();
      await expect.poll(place).toBe(before);
      await ada.edits(old, { status: 'resolved' });
      await expect(row(page, old.title)).toContainText('Resolved');
      await ada.deletes(filed);
      await expect(page.getByText('351 bugs')).toBeVisible();
      await expect.poll(place).toBe(before);
      expect(searches(calls)).toEqual([`?ids=${filed._id}`, `?ids=${old._id}`]);
    });
  });
});

test.describe('Live: during an edit', () => {
  test('the form keeps its input, says what changed, and merges on request', async ({ open, ada, admin }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await isLive(page);
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('What Ada typed');
    await admin.edits(bug, { priority: 'high', title: 'The admin’s title' });
    const notice = page.getByRole('status').filter({ hasText: 'Someone else changed this bug' });
    await expect(notice).toContainText('Changed: Title and Priority.');
    await expect(field(page, 'Description')).toHaveValue('What Ada typed');
    await expect(field(page, 'Title')).toHaveValue(bug.title);
    await button(page, 'Merge now').click();
    await expect(notice).toBeHidden();
    await expect(field(page, 'Description')).toHaveValue('What Ada typed');
    await expect(field(page, 'Title')).toHaveValue('The admin’s title');
    await expect(select(page, 'Priority')).toHaveText('High');
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('heading', { name: 'The admin’s title' })).toBeVisible();
    await expect(button(page, 'Edit')).toBeVisible();
    expect(await ada.reads(bug)).toMatchObject({
      title: 'The admin’s title',
      description: 'What Ada typed',
      priority: 'high',
    });
  });

  test('or loads the stored version; merging asks about conflicts; saving merges what does not overlap', async ({
    open,
    ada,
    admin,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await isLive(page);
    const changed = page.getByText('Someone else changed this bug');

    await button(page, 'Edit').click();
    await field(page, 'Description').fill('What Ada typed');
    await admin.edits(bug, { description: 'What the admin typed' });
    await button(page, 'Load the latest version').click();
    await expect(field(page, 'Description')).toHaveValue('What the admin typed');
    await expect(changed).toBeHidden();
    await field(page, 'Title').fill('Both are content');
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('heading', { name: 'Both are content' })).toBeVisible();
    await expect(button(page, 'Edit')).toBeVisible();

    await test.step('merging asks about conflicts', async () => {
      await button(page, 'Edit').click();
      await field(page, 'Description').fill('What Ada typed');
      await admin.edits(bug, { description: 'What the admin typed next' });
      await button(page, 'Merge now').click();
      await expect(alert(page, 'Someone else edited this too')).toContainText(
        'Someone else also changed Description',
      );
      await expect(changed).toBeHidden();
      await page.getByRole('radio', { name: 'Yours' }).check();
      await button(page, 'Save Changes').click();
      await expect(button(page, 'Edit')).toBeVisible();
      await expect(page.getByText('What Ada typed')).toBeVisible();
    });

    await test.step('changes that do not overlap are merged on save', async () => {
      await button(page, 'Edit').click();
      await field(page, 'Description').fill('What Ada typed last');
      await admin.edits(bug, { priority: 'high' });
      await expect(changed).toBeVisible();
      await button(page, 'Save Changes').click();
      await expect(page.getByText('Their changes were kept: Priority.')).toBeVisible();
      expect(await ada.reads(bug)).toMatchObject({ description: 'What Ada typed last', priority: 'high' });
    });
  });

  test('deleted meanwhile: the input stays until the user leaves', async ({ open, ada, admin }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await isLive(page);
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('A long afternoon of typing');
    await admin.deletes(bug);
    await expect(page.getByText('This bug has been deleted')).toBeVisible();
    await expect(field(page, 'Description')).toHaveValue('A long afternoon of typing');
    await button(page, 'Cancel Edit').click();
    await expect(page.getByRole('heading', { name: 'Bug not found' })).toBeVisible();
  });

  test('session ended meanwhile: signed out at once, and the draft is offered again', async ({
    open,
    ada,
    admin,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await isLive(page);
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('Half an hour of findings');
    await ada.endsSession();
    await expect(page.getByText(/session has ended/i)).toBeVisible();
    await admin.edits(bug, { priority: 'high' });
    await login(page, ada);
    await button(page, 'Restore').click();
    await expect(field(page, 'Description')).toHaveValue('Half an hour of findings');
    await expect(page.getByText('Someone else changed this bug')).toBeVisible();
    await button(page, 'Save Changes').click();
    await expect(button(page, 'Edit')).toBeVisible();
    expect(await admin.reads(bug)).toMatchObject({
      description: 'Half an hour of findings',
      priority: 'high',
    });
  });
});

test.describe('Live: the connection', () => {
  test('after a lost connection nothing is missed', async ({ open, ada, bob }) => {
    const [edited, deleted] = [await ada.files(), await ada.files()];
    const page = await open('/bugs', { as: bob });
    await isLive(page);
    await mark(page);
    await page.context().setOffline(true);
    await expect(away(page)).toBeVisible();
    await expect(liveDot(page, 'Not connected')).toBeVisible();
    const filed = await ada.files();
    await ada.edits(edited, { status: 'in-progress' });
    await ada.deletes(deleted);
    await expect(row(page, deleted.title)).toBeVisible();
    await page.context().setOffline(false);
    await isLive(page);
    await expect(away(page)).toBeHidden();
    await expect(row(page, filed.title)).toBeVisible();
    await expect(row(page, edited.title)).toContainText('In Progress');
    await expect(row(page, deleted.title)).toHaveCount(0);
    expect(await isTheSame(page)).toBe(true);
  });

  test('the token is sent in the header, and is in no address', async ({ open, ada }) => {
    const page = await open('about:blank', { as: ada });
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    const stream = nextCall(page, 'GET', '/api/live');
    await page.goto('/bugs');
    expect((await stream).headers()['authorization']).toBe(`Bearer ${ada.token}`);
    await isLive(page);
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(field(page, 'Name')).toHaveValue(ada.name);
    expect(addresses.filter((address) => address.includes(ada.token))).toEqual([]);
  });

  test('signing out ends the stream, and none is opened again before the next user has signed in', async ({
    open,
    ada,
    bob,
  }) => {
    const page = await open('/bugs', { as: ada });
    const streams = countCalls(page, '/api/live');
    await isLive(page);
    const ended = page.waitForEvent('requestfailed', isStream);
    await button(page, 'Logout').click();
    await ended;
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('banner').getByRole('img')).toBeHidden();
    const before = streams.length;
    await field(page, 'Email').fill(bob.email);
    await field(page, 'Password').fill(bob.password);
    expect(streams).toHaveLength(before);
    await button(page, 'Login').click();
    await isLive(page);
    expect(streams).toHaveLength(before + 1);
    expect(streams.at(-1)?.headers()['authorization']).not.toContain(ada.token);
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Bug List' })).toBeVisible();
    const { title } = await bob.files();
    await expect(row(page, title)).toBeVisible();
  });

  test('after a password change the session and its stream continue', async ({ open, ada, bob }) => {
    const page = await open('/profile', { as: ada });
    await isLive(page);
    await field(page, 'Current Password').fill(ada.password);
    await field(page, 'New Password').fill('another-leaf-8-battery');
    await field(page, 'Confirm New Password').fill('another-leaf-8-battery');
    await button(page, 'Save Changes').click();
    await expect(page.getByText('Profile updated successfully')).toBeVisible();
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    await isLive(page);
    const bug = await bob.files();
    await expect(row(page, bug.title)).toBeVisible();
  });

  test('a hidden page closes its stream, and catches up when visible again', async ({ open, ada, bob }) => {
    const page = await open('/bugs', { as: bob });
    await isLive(page);
    const streams = countCalls(page, '/api/live');
    const left = page.waitForEvent('requestfailed', isStream);
    await turn(page, 'hidden');
    await left;
    const bug = await ada.files();
    expect(streams).toHaveLength(0);
    await turn(page, 'visible');
    await expect(row(page, bug.title)).toBeVisible();
    await isLive(page);
  });

  test.describe('on a server of its own', () => {
    test.use({ ownServer: true });

    test('server restart: the page says so, and misses no later change', async ({
      open,
      ada,
      bob,
      server,
    }) => {
      const before = await ada.files();
      const page = await open('/bugs', { as: bob });
      await isLive(page);
      await mark(page);
      await server.stop();
      await expect(away(page)).toBeVisible();
      await expect(row(page, before.title)).toBeVisible();
      await server.start();
      const after = await ada.files();
      await ada.edits(before, { status: 'resolved' });
      await expect(row(page, after.title)).toBeVisible();
      await expect(row(page, before.title)).toContainText('Resolved');
      await isLive(page);
      const last = await ada.files();
      await expect(row(page, last.title)).toBeVisible();
      expect(await isTheSame(page)).toBe(true);
    });
  });
});
