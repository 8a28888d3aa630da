import type { Page, Route } from '@playwright/test';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import {
  alert,
  button,
  countCalls,
  cut,
  expectToFit,
  field,
  holdBack,
  row,
  rows,
} from '#e2e/harness/screen.ts';

/** The quick edit button of a field with this value. */
const value = (page: Page, label: string, now: string) => button(page, `${label}: ${now}, change`);

async function set(page: Page, label: string, from: string, to: string) {
  await value(page, label, from).click();
  if (label === 'Assigned To') return page.getByRole('option', { name: to, exact: true }).click();
  const menu = page.getByRole('menu', { name: label });
  await menu.getByRole('menuitemradio', { name: to, exact: true }).click();
  await expect(menu).toHaveCount(0);
}

const busy = {
  status: 503,
  json: { message: 'The server is busy. Try again in a moment.', code: 'unavailable', requestId: 'r' },
};

const lost = {
  status: 503,
  json: {
    message: 'The server cannot reach its database. Try again in a moment.',
    code: 'database_lost',
    requestId: 'r',
  },
};

/** Holds back the saves of a bug until the function returned is called. */
const held = (page: Page, id: string) => holdBack(page, 'PUT', `/api/bugs/${id}`);

test.describe('Bug Details: quick edits of status, priority and assignee', () => {
  test('by keyboard: an optimistic update, a call with If-Match, and Undo', async ({ open, ada, bob }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    const calls = countCalls(page, `/api/bugs/${bug._id}`);
    const release = await held(page, bug._id);
    await value(page, 'Status', 'Open').press('Enter');
    await expect(page.getByRole('menuitemradio', { name: 'Open', checked: true })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(value(page, 'Status', 'In Progress')).toBeFocused();
    await expect(page.getByText('Saving...')).toBeVisible();
    expect((await ada.reads(bug)).version).toBe(1);
    await set(page, 'Assigned To', 'Unassigned', bob.name);
    await expect(value(page, 'Assigned To', bob.name)).toBeVisible();
    release();
    await expect(page.getByText(`Assigned To of #${bug.number} is now ${bob.name}.`)).toBeVisible();
    await set(page, 'Priority', 'Medium', 'High');
    await expect(page.getByText(`Priority of #${bug.number} is now High.`)).toBeVisible();
    await button(page, 'Undo').click();
    await expect(page.getByText(`Priority of #${bug.number} is Medium again.`)).toBeVisible();
    const puts = calls.filter((call) => call.method() === 'PUT');
    expect(puts.map((call) => [call.headers()['if-match'], call.postDataJSON() as unknown])).toEqual([
      ['"1"', { status: 'in-progress' }],
      ['"2"', { assignedTo: bob._id }],
      ['"3"', { priority: 'high' }],
      ['"4"', { priority: 'medium' }],
    ]);
    expect(await ada.reads(bug)).toMatchObject({ status: 'in-progress', priority: 'medium', version: 5 });
    await page.getByRole('button', { name: `Close #${bug.number}` }).click();
    await expect(button(page, 'Undo')).toBeHidden();
  });

  test('an assignee who may not edit starts, resolves, reopens and hands over, with Undo and If-Match', async ({
    open,
    ada,
    bob,
  }) => {
    const bug = await ada.files({ assignedTo: bob._id });
    const page = await open(`/bugs/${bug._id}`, { as: bob, live: false });
    const calls = countCalls(page, `/api/bugs/${bug._id}/status`);
    await button(page, 'Start').click();
    await expect(page.getByText(`Status of #${bug.number} is now In Progress.`)).toBeVisible();
    await expect(page.getByRole('group', { name: 'Status' })).toBeFocused();
    await expect(button(page, 'Start')).toBeHidden();
    await button(page, 'Undo').click();
    await expect(page.getByText(`Status of #${bug.number} is Open again.`)).toBeVisible();
    // The second click meets Reopen.
    await button(page, 'Resolve').dblclick();
    await expect(button(page, 'Reopen')).toBeVisible();
    await expect(page.getByText(`Status of #${bug.number} is now Resolved.`)).toBeVisible();
    expect(calls.map((call) => call.headers()['if-match'])).toEqual(['"1"', '"2"', '"3"']);
    await test.step('a concurrent change of the status is not overwritten', async () => {
      await ada.edits(bug, { status: 'in-progress' });
      await button(page, 'Reopen').click();
      await expect(page.getByText('Not changed.')).toBeVisible();
      await button(page, 'Set it to Open').click();
      await expect(page.getByText(`Status of #${bug.number} is now Open.`)).toBeVisible();
    });
    await test.step('who hands a bug over can no longer work on it, nor take it back', async () => {
      await expect(page.getByRole('button', { name: /^Labels/ })).toHaveCount(0);
      await set(page, 'Assigned To', bob.name, ada.name);
      await expect(page.getByText(`Assigned To of #${bug.number} is now ${ada.name}.`)).toBeVisible();
      for (const name of ['Undo', 'Start', 'Resolve']) await expect(button(page, name)).toBeHidden();
      await expect(page.getByRole('button', { name: /change$/ })).toHaveCount(0);
    });
    expect(await ada.reads(bug)).toMatchObject({ status: 'open', assignedTo: { _id: ada._id }, version: 7 });
  });

  test('Undo is offered for 8 seconds and not on the page of another bug; a failure stays', async ({
    open,
    ada,
  }) => {
    const [other, bug] = [await ada.files(), await ada.files()];
    const page = await open('/bugs?createdBy=me', { as: ada, live: false });
    await expect(rows(page)).toHaveCount(2);
    await row(page, bug.title).getByRole('link', { name: 'View' }).click();
    await expect(page.getByRole('heading', { name: bug.title })).toBeFocused();
    await page.clock.install();
    await set(page, 'Status', 'Open', 'Resolved');
    await expect(button(page, 'Undo')).toBeVisible();
    await page.keyboard.press('j');
    await expect(page.getByRole('heading', { name: other.title })).toBeVisible();
    await expect(button(page, 'Undo')).toBeHidden();
    await page.keyboard.press('k');
    await expect(button(page, 'Undo')).toBeVisible();
    await button(page, 'Undo').focus();
    await page.clock.runFor(20_000);
    await expect(button(page, 'Undo')).toBeFocused();
    await page.getByRole('heading', { name: bug.title }).focus();
    await page.mouse.move(0, 0);
    await page.clock.runFor(2_000);
    await expect(button(page, 'Undo')).toBeHidden();
    await cut(page, `/api/bugs/${bug._id}`);
    await set(page, 'Status', 'Resolved', 'Open');
    await expect(alert(page, 'Failed to update bug')).toBeVisible();
    await page.clock.runFor(20_000);
    await expect(alert(page, 'Failed to update bug')).toBeVisible();
  });

  test('are read-only for users who may not work on the bug', async ({ open, ada, bob }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: bob });
    await expect(page.getByRole('main').getByText('Open', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /change$/ })).toHaveCount(0);
    await expect(button(page, 'Start')).toBeHidden();
  });

  test('edit mode waits for a pending quick edit and starts from its result', async ({ open, ada }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    const release = await held(page, bug._id);
    await set(page, 'Status', 'Open', 'Resolved');
    await page.keyboard.press('e');
    await expect(page.getByText('Saving...')).toBeVisible();
    await expect(field(page, 'Title')).toBeHidden();
    release();
    await expect(field(page, 'Title')).toHaveValue(bug.title);
    await expect(page.getByRole('combobox', { name: /^Status/ })).toHaveText('Resolved');
    await expect(page.getByText('Someone else changed this bug')).toBeHidden();
  });

  test('refused: rolled back with the reason, also after leaving the page', async ({ open, ada }) => {
    const [other, bug] = [await ada.files(), await ada.files()];
    const page = await open('/bugs?createdBy=me', { as: ada });
    await expect(rows(page)).toHaveCount(2);
    await row(page, bug.title).getByRole('link', { name: 'View' }).click();
    await expect(value(page, 'Status', 'Open')).toBeVisible();
    await page.route(`**/api/bugs/${bug._id}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill(busy) : route.continue(),
    );
    await set(page, 'Status', 'Open', 'Resolved');
    await page.keyboard.press('j');
    await expect(page.getByRole('heading', { name: other.title })).toBeVisible();
    const notice = alert(page, 'Failed to update bug');
    await expect(notice).toContainText(`Status of #${bug.number} is still Open.`);
    await page.unrouteAll();
    await page.keyboard.press('k');
    await expect(value(page, 'Status', 'Open')).toBeVisible();
    await button(page, 'Try again').click();
    await expect(value(page, 'Status', 'Resolved')).toBeVisible();
    await expect(page.getByText(`Status of #${bug.number} is now Resolved.`)).toBeVisible();
    await expect(notice).toBeHidden();
    expect((await ada.reads(bug)).status).toBe('resolved');
  });

  test('refused twice: the notice names the stored value, not the first attempt', async ({ open, ada }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada, live: false });
    const gate = Promise.withResolvers<void>();
    await page.route(`**/api/bugs/${bug._id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      await gate.promise;
      return route.fulfill(busy);
    });
    await set(page, 'Status', 'Open', 'Resolved');
    await set(page, 'Status', 'Resolved', 'In Progress');
    gate.resolve();
    await expect(alert(page, `Status of #${bug.number} is still Open.`)).toHaveCount(2);
  });

  test('without an answer, or where the server lost its database meanwhile, the notice claims no value, and the bug is fetched again', async ({
    open,
    ada,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada, live: false });
    const answers = [
      (route: Route) => route.abort('connectionfailed'),
      (route: Route) => route.fulfill(lost),
    ] as const;
    for (const [at, answer] of answers.entries()) {
      await page.route(`**/api/bugs/${bug._id}`, async (route) => {
        if (route.request().method() !== 'PUT') return route.continue();
        // The change is stored, but no response arrives.
        await route.fetch();
        return answer(route);
      });
      const [from, to] = at === 0 ? ['Open', 'Resolved'] : ['Resolved', 'In Progress'];
      await set(page, 'Status', from ?? '', to ?? '');
      await expect(alert(page, 'Failed to update bug')).toHaveCount(1);
      await expect(alert(page, 'Failed to update bug')).toContainText(
        `Status of #${bug.number} may not have been saved.`,
      );
      await page.unrouteAll();
      await expect(value(page, 'Status', to ?? '')).toBeVisible();
      expect((await ada.reads(bug)).version).toBe(2 + at);
      await page.getByRole('button', { name: `Close #${bug.number}` }).click();
      await expect(alert(page, 'Failed to update bug')).toHaveCount(0);
    }
  });

  test('concurrent changes of other fields are merged and named', async ({ open, ada, admin }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada, live: false });
    await expect(value(page, 'Status', 'Open')).toBeVisible();
    const title = unique('The admin’s title');
    await admin.edits(bug, { title });
    await set(page, 'Status', 'Open', 'Resolved');
    await expect(page.getByText('Changes by someone else were kept: Title.')).toBeVisible();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    expect(await ada.reads(bug)).toMatchObject({ title, status: 'resolved', version: 3 });
  });

  test('a concurrent change of the same field is not overwritten, and the notice offers to set it anyway', async ({
    open,
    ada,
    admin,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada, live: false });
    await expect(value(page, 'Status', 'Open')).toBeVisible();
    await admin.edits(bug, { status: 'in-progress' });
    await set(page, 'Status', 'Open', 'Resolved');
    await expect(page.getByText(`Status of #${bug.number} is now In Progress.`)).toBeVisible();
    await expect(value(page, 'Status', 'In Progress')).toBeVisible();
    expect((await ada.reads(bug)).status).toBe('in-progress');
    await button(page, 'Set it to Resolved').click();
    await expect(page.getByText(`Status of #${bug.number} is now Resolved.`)).toBeVisible();
    expect((await ada.reads(bug)).status).toBe('resolved');
    await admin.edits(bug, { status: 'open' });
    await button(page, 'Undo').click();
    await expect(page.getByText('Not undone.')).toBeVisible();
    expect((await ada.reads(bug)).status).toBe('open');
  });

  test('fit a narrow and a wide window, without serious axe violations, light and dark', async ({
    open,
    ada,
  }) => {
    const [other, bug] = [await ada.files(), await ada.files()];
    const page = await open('/bugs?createdBy=me', { as: ada });
    const check = async (state: string) => {
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 740 });
        await expectToFit(page);
        await expectNothingSeriousInLightAndDark(page, `${state}, ${width} wide`);
      }
    };
    await row(page, bug.title).getByRole('link', { name: 'View' }).click();
    await expect(page.getByRole('heading', { name: bug.title, level: 1 })).toBeVisible();
    await value(page, 'Priority', 'Medium').click();
    await expect(page.getByRole('menu', { name: 'Priority' })).toBeVisible();
    await check('menu');
    await page.getByRole('menuitemradio', { name: 'High' }).click();
    await expect(button(page, 'Undo')).toBeVisible();
    await cut(page, `/api/bugs/${bug._id}`);
    await set(page, 'Status', 'Open', 'Resolved');
    await expect(alert(page, 'Failed to update bug')).toBeVisible();
    await check('failure');
    await page.goBack();
    await expect(row(page, other.title)).toBeVisible();
    await expect(alert(page, 'Failed to update bug')).toBeVisible();
    await check('list');
  });
});

test.describe('Bug Details: optimistic update of a saved form', () => {
  test('shows "Saving..." until the server answers', async ({ open, ada, bob }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}#edit`, { as: ada });
    const release = await held(page, bug._id);
    const title = unique('Better');
    await field(page, 'Title').fill(title);
    await page.getByRole('combobox', { name: /^Assigned To/ }).click();
    await page.getByRole('option', { name: bob.name }).click();
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: bob.name })).toBeVisible();
    await expect(field(page, 'Title')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeFocused();
    await expect(page.getByRole('button', { name: /change$/ })).toHaveCount(0);
    expect((await ada.reads(bug)).title).toBe(bug.title);
    release();
    await expect(button(page, 'Edit')).toBeFocused();
    await expect(page).toHaveURL(`/bugs/${bug._id}`);
    expect((await ada.reads(bug)).title).toBe(title);
  });

  test('refused: the form is shown again with its input and focus; invalid input is not shown optimistically', async ({
    open,
    ada,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await button(page, 'Edit').click();
    await field(page, 'Title').fill('Not to be');
    await field(page, 'Description').fill('A long afternoon of typing');
    const gate = Promise.withResolvers<void>();
    await page.route(`**/api/bugs/${bug._id}`, async (route) => {
      await gate.promise;
      await route.abort('connectionfailed');
    });
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('heading', { name: 'Not to be' })).toBeVisible();
    gate.resolve();
    await expect(alert(page, 'Failed to update bug')).toBeVisible();
    await expect(page.getByRole('heading', { name: bug.title })).toBeVisible();
    await expect(field(page, 'Title')).toHaveValue('Not to be');
    await expect(field(page, 'Description')).toHaveValue('A long afternoon of typing');
    await expect(button(page, 'Save Changes')).toBeFocused();
    await page.unrouteAll();
    await test.step('invalid input is not shown optimistically', async () => {
      const release = await held(page, bug._id);
      await field(page, 'Title').fill('');
      await button(page, 'Save Changes').click();
      await expect(page.getByRole('main').getByRole('progressbar')).toBeVisible();
      await expect(page.getByRole('heading', { name: bug.title })).toBeVisible();
      await expect(field(page, 'Title')).toBeVisible();
      release();
      await expect(alert(page, 'Failed to update bug')).toContainText('Title is required');
    });
  });
});
