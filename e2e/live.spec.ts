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
  goWithin,
  login,
  nextCall,
  row,
  rows,
  select,
} from '#e2e/harness/screen.ts';

const away = (page: Page) => page.getByText('Showing the last known state.');

const isStream = (request: Request) => new URL(request.url()).pathname === '/api/live';

test.describe('Live: changes by one user appear for others without reload', () => {
  test('in the list, in a filtered list and on an open bug', async ({ open, ada, bob }) => {
    const theirs = await open('/bugs', { as: bob });
    await isLive(theirs);
    await mark(theirs);
    const title = unique('Seen by all');
    const renamed = unique('Renamed');
    const bug = await ada.files({ title });

    await test.step('a bug is filed and edited', async () => {
      await expect(row(theirs, title)).toContainText('Open');
      await ada.edits(bug, { title: renamed, status: 'resolved', assignedTo: bob._id });
      await expect(row(theirs, renamed)).toContainText('Resolved');
      await expect(row(theirs, renamed)).toContainText(bob.name);
      await expect(row(theirs, title)).toHaveCount(0);
    });

    await test.step('a filtered list adds bugs that begin to match and removes others', async () => {
      const third = await ada.files();
      await goWithin(theirs, `/bugs?status=open&createdBy=${ada._id}`);
      await expect(theirs.getByText('1 bug found')).toBeVisible();
      await ada.edits(bug, { status: 'open' });
      await expect(theirs.getByText('2 bugs found')).toBeVisible();
      await expect(rows(theirs).nth(0)).toContainText(third.title);
      await expect(rows(theirs).nth(1)).toContainText(renamed);
      await ada.edits(third, { status: 'in-progress' });
      await expect(rows(theirs).nth(0)).toContainText(renamed);
      await expect(theirs.getByText('1 bug found')).toBeVisible();
    });

    await test.step('a user’s new name appears in the list and on the bug', async () => {
      await ada.edits(bug, { assignedTo: ada._id });
      await expect(row(theirs, renamed).getByText(ada.name)).toHaveCount(2);
      const name = unique('Person');
      await ada.call('PUT', '/api/users/profile', { name });
      await expect(row(theirs, renamed).getByText(name)).toHaveCount(2);
      await row(theirs, renamed).getByRole('link', { name: 'View' }).click();
      await expect(theirs.getByText(`Only ${name} and admins`)).toBeVisible();
      await expect(theirs.getByRole('main').getByText(ada.name)).toHaveCount(0);
    });

    await test.step('an open bug shows an edit, and a deletion is announced', async () => {
      const another = unique('Another title');
      await ada.edits(bug, { title: another, status: 'in-progress', description: 'Another text' });
      await expect(theirs.getByRole('heading', { name: another })).toBeVisible();
      await expect(theirs.getByText('Another text').first()).toBeVisible();
      await expect(theirs.getByRole('main').getByText('In Progress', { exact: true }).first()).toBeVisible();
      await ada.deletes(bug);
      await expect(theirs.getByRole('heading', { name: 'Bug not found' })).toBeVisible();
      await expect(theirs.getByText('This bug was deleted.')).toBeVisible();
    });

    await test.step('many changes at once need few requests', async () => {
      await goWithin(theirs, '/bugs');
      // The row under the pointer would be held in its place, and new rows come above it.
      await theirs.mouse.move(0, 0);
      await expect(rows(theirs).first()).toBeVisible();
      const calls = countCalls(theirs, '/api/bugs');
      for (let number = 1; number < 40; number += 1) await ada.files();
      const last = await ada.files();
      await expect(row(theirs, last.title)).toBeVisible();
      expect(calls.length).toBeLessThan(20);
      expect(await isTheSame(theirs)).toBe(true);
    });

    await test.step('a deleted bug leaves the list', async () => {
      const gone = await ada.files();
      await goWithin(theirs, '/bugs');
      await expect(row(theirs, gone.title)).toBeVisible();
      await ada.deletes(gone);
      await expect(row(theirs, gone.title)).toHaveCount(0);
    });
  });
});

test('Live: an edit keeps its input while others change, delete, or end the session', async ({
  open,
  ada,
  admin,
}) => {
  const bug = await ada.files();
  const page = await open(`/bugs/${bug._id}`, { as: ada });
  await isLive(page);
  const notice = page.getByRole('status').filter({ hasText: `${admin.name} changed this bug` });

  await test.step('the form says what changed, and merges on request', async () => {
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('What Ada typed');
    await admin.edits(bug, { priority: 'high', title: 'The admin’s title' });
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
    await expect
      .poll(() => ada.reads(bug))
      .toMatchObject({ title: 'The admin’s title', description: 'What Ada typed', priority: 'high' });
  });

  await test.step('the form loads the latest version on request', async () => {
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('What Ada typed next');
    await admin.edits(bug, { description: 'What the admin typed' });
    await button(page, 'Load the latest version').click();
    await expect(field(page, 'Description')).toHaveValue('What the admin typed');
    await expect(notice).toBeHidden();
    await field(page, 'Title').fill('Both are content');
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('heading', { name: 'Both are content' })).toBeVisible();
    await expect(button(page, 'Edit')).toBeVisible();
  });

  await test.step('merging asks about conflicts', async () => {
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('What Ada typed after that');
    await admin.edits(bug, { description: 'What the admin typed next' });
    await button(page, 'Merge now').click();
    await expect(alert(page, `${admin.name} edited this too`)).toContainText('You each changed Description');
    await expect(notice).toBeHidden();
    await page.getByRole('radio', { name: 'Yours' }).check();
    await button(page, 'Save Changes').click();
    await expect(button(page, 'Edit')).toBeVisible();
    await expect.poll(() => ada.reads(bug)).toMatchObject({ description: 'What Ada typed after that' });
  });

  await test.step('when the session ends, the user is signed out; the draft is offered again', async () => {
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('Half an hour of findings');
    await ada.endsSession();
    await expect(page.getByText(/session has ended/i)).toBeVisible();
    await admin.edits(bug, { priority: 'low' });
    await login(page, ada);
    await button(page, 'Restore').click();
    await expect(field(page, 'Description')).toHaveValue('Half an hour of findings');
    await expect(notice).toBeVisible();
    await button(page, 'Save Changes').click();
    await expect(button(page, 'Edit')).toBeVisible();
    await expect
      .poll(() => admin.reads(bug))
      .toMatchObject({ description: 'Half an hour of findings', priority: 'low' });
  });

  await test.step('the bug was deleted: the input stays until the user leaves', async () => {
    await isLive(page);
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('A long afternoon of typing');
    await admin.deletes(bug);
    await expect(page.getByText('This bug has been deleted')).toBeVisible();
    await expect(field(page, 'Description')).toHaveValue('A long afternoon of typing');
    await button(page, 'Cancel Edit').click();
    await expect(page.getByRole('heading', { name: 'Bug not found' })).toBeVisible();
  });
});

test('Live: the stream begins and ends with the session, and no change is lost in between', async ({
  open,
  ada,
  bob,
}) => {
  const bug = await ada.files();
  const page = await open('/bugs', {});
  const streams = countCalls(page, '/api/live');
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await expect(page).toHaveURL(/\/login/);

  await test.step('a change between the first response and the opening of the stream appears', async () => {
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/live*', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await login(page, bob);
    await expect(row(page, bug.title)).toContainText('Open');
    await expect(liveDot(page, 'Connecting')).toBeVisible();
    const later = await bob.files();
    await ada.edits(bug, { status: 'resolved' });
    gate.resolve();
    await expect(row(page, bug.title)).toContainText('Resolved');
    await expect(row(page, later.title)).toBeVisible();
    await isLive(page);
    await page.unrouteAll();
  });

  await test.step('signing out ends the stream, and none opens before the next user signs in', async () => {
    const ended = page.waitForEvent('requestfailed', isStream);
    await button(page, 'Logout').click();
    await ended;
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('banner').getByRole('img')).toBeHidden();
    const before = streams.length;
    await field(page, 'Email').fill(ada.email);
    await field(page, 'Password').fill(ada.password);
    expect(streams).toHaveLength(before);
  });

  await test.step('after a gap in the stored changes, everything is fetched again', async () => {
    const gate = Promise.withResolvers<string>();
    const reset = async (route: Route) => {
      const body = `event: reset\nid: ${await gate.promise}\ndata: {}\n\n`;
      await route.fulfill({ contentType: 'text/event-stream', body });
    };
    await page.route('**/api/live*', reset, { times: 1 });
    const before = streams.length;
    const stream = nextCall(page, 'GET', '/api/live');
    await button(page, 'Login').click();
    const { authorization = '' } = (await stream).headers();
    expect(authorization).toMatch(/^Bearer ./);
    expect(authorization).not.toContain(bob.token);
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    await expect(row(page, bug.title)).toContainText('Resolved');
    expect(streams).toHaveLength(before + 1);
    await ada.edits(bug, { status: 'in-progress' });
    gate.resolve((await ada.call('GET', '/api/users')).headers.get(sinceHeader) ?? '');
    await expect(row(page, bug.title)).toContainText('In Progress');
    await isLive(page);
    const token = authorization.slice('Bearer '.length);
    expect(addresses.filter((address) => address.includes(token))).toEqual([]);
  });

  await test.step('the stream continues after a password change', async () => {
    await page.getByRole('link', { name: 'Profile' }).click();
    await field(page, 'Current Password').fill(ada.password);
    await field(page, 'New Password').fill('another-leaf-8-battery');
    await field(page, 'Confirm New Password').fill('another-leaf-8-battery');
    await button(page, 'Save Changes').click();
    await expect(page.getByText('Profile updated successfully')).toBeVisible();
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    await isLive(page);
    const { title } = await bob.files();
    await expect(row(page, title)).toBeVisible();
  });

  await test.step('a hidden page closes the stream, and catches up when visible again', async () => {
    const left = page.waitForEvent('requestfailed', isStream);
    await turn(page, 'hidden');
    await left;
    const before = streams.length;
    const { title } = await bob.files();
    expect(streams).toHaveLength(before);
    await turn(page, 'visible');
    await expect(row(page, title)).toBeVisible();
    await isLive(page);
  });
});

test.describe('Live: on a server of its own', () => {
  test.use({ ownServer: true });

  test('a long list is patched in place, and misses nothing while the connection is lost', async ({
    open,
    ada,
    bob,
    server,
  }) => {
    const [oldest, old] = [await ada.files(), await ada.files()];
    await server.katydid('seed', '--bugs', '150', '--users', '3');
    const page = await open('/bugs', { as: bob });
    await isLive(page);
    await mark(page);

    await test.step('the count of a partly loaded list stays right', async () => {
      await expect(page.getByText('152 bugs')).toBeVisible();
      await ada.deletes(oldest);
      await expect(page.getByText('151 bugs')).toBeVisible();
      const calls = countCalls(page, '/api/bugs');
      const bug = await ada.files();
      await expect(page.getByText('152 bugs')).toBeVisible();
      await expect(rows(page).first()).toContainText(bug.title);
      expect(calls).toHaveLength(0);
      await ada.deletes(bug);
    });

    await test.step('in a list loaded to its end, the scroll position stays, too', async () => {
      await expect(async () => {
        await page.mouse.wheel(0, 20_000);
        await expect(row(page, old.title)).toBeVisible({ timeout: 100 });
      }).toPass();
      await expect(page.getByText('151 bugs')).toBeVisible();
      const calls = countCalls(page, '/api/bugs');
      const place = async () => (await row(page, old.title).boundingBox())?.y;
      const before = await place();
      const filed = await ada.files();
      await expect(page.getByText('152 bugs')).toBeVisible();
      await expect.poll(place).toBe(before);
      await ada.edits(old, { status: 'resolved' });
      await expect(row(page, old.title)).toContainText('Resolved');
      await ada.deletes(filed);
      await expect(page.getByText('151 bugs')).toBeVisible();
      await expect.poll(place).toBe(before);
      expect(calls).toHaveLength(0);
      await page.evaluate(() => scrollTo(0, 0));
    });

    const [edited, deleted] = [await ada.files(), await ada.files()];
    await expect(row(page, deleted.title)).toBeVisible();

    await test.step('the list catches up after a lost connection', async () => {
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
    });

    await test.step('the list catches up after a restart of the server', async () => {
      await server.stop();
      await expect(away(page)).toBeVisible();
      await expect(row(page, edited.title)).toBeVisible();
      await server.start();
      const after = await ada.files();
      await ada.edits(edited, { status: 'resolved' });
      await expect(row(page, after.title)).toBeVisible();
      await expect(row(page, edited.title)).toContainText('Resolved');
      await isLive(page);
      const last = await ada.files();
      await expect(row(page, last.title)).toBeVisible();
    });
    expect(await isTheSame(page)).toBe(true);

    await test.step('a list with a query follows changes', async () => {
      await goWithin(page, '/bugs?query=status%3Aopen');
      await expect(row(page, edited.title)).toHaveCount(0);
      await isLive(page);
      const large = await ada.files({ description: 'x'.repeat(10_000) });
      await expect(row(page, large.title)).toBeVisible();
      await ada.edits(large, { status: 'resolved' });
      await expect(row(page, large.title)).toHaveCount(0);
    });

    await test.step('with 100 open pages, a page asks about every five seconds', async () => {
      const others = new AbortController();
      const streams = [...Array<string>(50).fill(ada.token), ...Array<string>(49).fill(bob.token)];
      const held = await Promise.all(
        streams.map((token) =>
          fetch(`${server.url}/api/live`, {
            headers: { authorization: `Bearer ${token}` },
            signal: others.signal,
          }),
        ),
      );
      const calls = countCalls(page, '/api/bugs');
      const { title } = await ada.files();
      for (let i = 0; i < 10; i += 1) {
        await ada.edits(edited, { priority: i % 2 ? 'high' : 'low' });
        await page.waitForTimeout(1_000);
      }
      await expect(row(page, title)).toBeVisible();
      expect(calls.length).toBeGreaterThan(0);
      expect(calls.length).toBeLessThanOrEqual(3);
      // A response that nothing refers to any more is collected, which ends its stream.
      expect(held.filter(({ body }) => body !== null)).toHaveLength(streams.length);
      others.abort();
    });
  });
});
