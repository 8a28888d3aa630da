import type { Page, Route } from '@playwright/test';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import {
  alert,
  busy,
  button,
  countCalls,
  cut,
  expectToFit,
  holdBack,
  row,
  rows,
} from '#e2e/harness/screen.ts';

/** The quick edit button of a field with this value. */
const value = (page: Page, label: string, now: string) => button(page, `${label}: ${now}, change`);

async function set(page: Page, label: string, from: string, to: string) {
  await value(page, label, from).click();
  if (label === 'Assigned To') {
    // The list grows once the people are loaded; before, it has two options.
    await expect(page.getByRole('option').nth(2)).toBeInViewport({ ratio: 1 });
    return page.getByRole('option', { name: to, exact: true }).click();
  }
  const menu = page.getByRole('menu', { name: label });
  await menu.getByRole('menuitemradio', { name: to, exact: true }).click();
  await expect(menu).toHaveCount(0);
}

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

/** Closes the notices of a bug. */
async function dismiss(page: Page, number: number) {
  const close = page.getByRole('button', { name: `Close #${number}` });
  for (let left = await close.count(); left > 0; left -= 1) {
    await close.first().click();
    await expect(close).toHaveCount(left - 1);
  }
}

async function expectToFitNarrow(page: Page) {
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 740 });
  await expectToFit(page);
  if (usual) await page.setViewportSize(usual);
}

test.describe('Bug Details: quick edits of status, priority and assignee', () => {
  test('by keyboard, they show at once, send If-Match, and can be undone', async ({ open, ada, bob }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    const calls = countCalls(page, `/api/bugs/${bug._id}`);
    const release = await held(page, bug._id);
    await value(page, 'Status', 'Open').press('Enter');
    await expect(page.getByRole('menuitemradio', { name: 'Open', checked: true })).toBeFocused();
    await expectNothingSeriousInLightAndDark(page, 'menu');
    await expectToFitNarrow(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(value(page, 'Status', 'In Progress')).toBeFocused();
    await expect(page.getByText('Saving...')).toBeVisible();
    expect((await ada.reads(bug)).version).toBe(1);
    await set(page, 'Assigned To', 'Unassigned', bob.name);
    await expect(value(page, 'Assigned To', bob.name)).toBeVisible();
    release();
    await expect(page.getByText(`#${bug.number}: assigned to ${bob.name}`)).toBeVisible();
    await set(page, 'Priority', 'Medium', 'High');
    await expect(page.getByText(`#${bug.number}: priority High`)).toBeVisible();
    await button(page, 'Undo').click();
    await expect(page.getByText(`#${bug.number}: priority Medium again`)).toBeVisible();
    const puts = calls.filter((call) => call.method() === 'PUT');
    expect(puts.map((call) => [call.headers()['if-match'], call.postDataJSON() as unknown])).toEqual([
      ['"1"', { status: 'in-progress' }],
      ['"2"', { assignedTo: bob._id }],
      ['"3"', { priority: 'high' }],
      ['"4"', { priority: 'medium' }],
    ]);
    await expect
      .poll(() => ada.reads(bug))
      .toMatchObject({ status: 'in-progress', priority: 'medium', version: 5 });
    await page.getByRole('button', { name: `Close #${bug.number}` }).click();
    await expect(button(page, 'Undo')).toBeHidden();
  });

  test('an assignee who may not edit starts, resolves, reopens and hands over, with Undo', async ({
    open,
    ada,
    bob,
  }) => {
    const bug = await ada.files({ assignedTo: bob._id });
    const page = await open(`/bugs/${bug._id}`, { as: bob, live: false });
    const calls = countCalls(page, `/api/bugs/${bug._id}/status`);
    await button(page, 'Start').click();
    await expect(page.getByText(`#${bug.number}: status In Progress`)).toBeVisible();
    await expect(page.getByRole('group', { name: 'Status' })).toBeFocused();
    await expect(button(page, 'Start')).toBeHidden();
    await button(page, 'Undo').click();
    await expect(page.getByText(`#${bug.number}: status Open again`)).toBeVisible();
    // The second click meets Resolve.
    await button(page, 'Start').dblclick();
    await expect(button(page, 'Resolve')).toBeVisible();
    await expect(page.getByText(`#${bug.number}: status In Progress`)).toBeVisible();
    expect(calls.map((call) => call.headers()['if-match'])).toEqual(['"1"', '"2"', '"3"']);
    await test.step('a concurrent change of the status is not overwritten', async () => {
      await ada.edits(bug, { status: 'open' });
      await button(page, 'Resolve').click();
      await expect(page.getByText('Not changed.')).toBeVisible();
      await button(page, 'Set it to Resolved').click();
      await expect(page.getByText(`#${bug.number}: status Resolved`)).toBeVisible();
    });
    await test.step('a user who hands a bug over can no longer work on it or take it back', async () => {
      await expect(page.getByRole('button', { name: /^Labels/ })).toHaveCount(0);
      await set(page, 'Assigned To', bob.name, ada.name);
      await expect(page.getByText(`#${bug.number}: assigned to ${ada.name}`)).toBeVisible();
      for (const name of ['Undo', 'Start', 'Reopen']) await expect(button(page, name)).toBeHidden();
      await expect(page.getByRole('button', { name: /change$/ })).toHaveCount(0);
      await expect(page.getByRole('main').getByText('Resolved', { exact: true })).toBeVisible();
    });
    expect(await ada.reads(bug)).toMatchObject({
      status: 'resolved',
      assignedTo: { _id: ada._id },
      version: 7,
    });
  });

  test('Undo is offered for 8 seconds on the page of its bug, and a failure stays', async ({ open, ada }) => {
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

  test('quick edits that are refused or unanswered are rolled back, with the reason', async ({
    open,
    ada,
  }) => {
    const [other, bug] = [await ada.files(), await ada.files()];
    const page = await open('/bugs?createdBy=me', { as: ada, live: false });
    const notice = alert(page, 'Failed to update bug');
    /** Answers the saves of the bug, and nothing else. */
    const answerSaves = (answer: (route: Route) => Promise<void>) =>
      page.route(`**/api/bugs/${bug._id}`, (route) =>
        route.request().method() === 'PUT' ? answer(route) : route.continue(),
      );
    await expect(rows(page)).toHaveCount(2);
    await row(page, bug.title).getByRole('link', { name: 'View' }).click();
    await expect(value(page, 'Status', 'Open')).toBeVisible();

    await test.step('a refused edit is rolled back even after leaving the page', async () => {
      await answerSaves((route) => route.fulfill(busy));
      await set(page, 'Status', 'Open', 'Resolved');
      await page.keyboard.press('j');
      await expect(page.getByRole('heading', { name: other.title })).toBeVisible();
      await expect(notice).toContainText(`Status of #${bug.number} is still Open.`);
      await expectNothingSeriousInLightAndDark(page, 'failure');
      await expectToFitNarrow(page);
      await page.unrouteAll();
      await page.keyboard.press('k');
      await expect(value(page, 'Status', 'Open')).toBeVisible();
      await button(page, 'Try again').click();
      await expect(value(page, 'Status', 'Resolved')).toBeVisible();
      await expect(page.getByText(`#${bug.number}: status Resolved`)).toBeVisible();
      await expect(notice).toBeHidden();
      expect((await ada.reads(bug)).status).toBe('resolved');
    });

    await test.step('refused twice: the notices name the stored value, not the first attempt', async () => {
      const gate = Promise.withResolvers<void>();
      await answerSaves(async (route) => {
        await gate.promise;
        await route.fulfill(busy);
      });
      await set(page, 'Status', 'Resolved', 'Open');
      await set(page, 'Status', 'Open', 'In Progress');
      gate.resolve();
      await expect(alert(page, `Status of #${bug.number} is still Resolved.`)).toHaveCount(2);
      await page.unrouteAll();
      await dismiss(page, bug.number);
    });

    const unanswered = [
      ['no answer', 'Open', (route: Route) => route.abort('connectionfailed')],
      ['the server lost its database meanwhile', 'In Progress', (route: Route) => route.fulfill(lost)],
    ] as const;
    let now = 'Resolved';
    for (const [name, to, answer] of unanswered)
      await test.step(`${name}: the notice claims no value, and the bug is fetched again`, async () => {
        await answerSaves(async (route) => {
          // The change is stored, but no response arrives.
          await route.fetch();
          await answer(route);
        });
        const { version } = await ada.reads(bug);
        await set(page, 'Status', now, to);
        await expect(notice).toHaveCount(1);
        await expect(notice).toContainText(`Status of #${bug.number} may not have been saved.`);
        await page.unrouteAll();
        await expect(value(page, 'Status', to)).toBeVisible();
        expect((await ada.reads(bug)).version).toBe(version + 1);
        await dismiss(page, bug.number);
        now = to;
      });
  });

  test('concurrent changes by others are merged, or stay until the user insists', async ({
    open,
    ada,
    admin,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada, live: false });
    await expect(value(page, 'Status', 'Open')).toBeVisible();
    await test.step('changes of other fields are merged and named', async () => {
      const title = unique('The admin’s title');
      await admin.edits(bug, { title });
      await set(page, 'Status', 'Open', 'In Progress');
      await expect(page.getByText(`Changes by ${admin.name} were kept: Title.`)).toBeVisible();
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      expect(await ada.reads(bug)).toMatchObject({ title, status: 'in-progress', version: 3 });
    });
    await test.step('a change of the same field is not overwritten, unless the user sets it anyway', async () => {
      await admin.edits(bug, { status: 'open' });
      await set(page, 'Status', 'In Progress', 'Resolved');
      await expect(page.getByText(`Status of #${bug.number} is now Open.`)).toBeVisible();
      await expect(value(page, 'Status', 'Open')).toBeVisible();
      expect((await ada.reads(bug)).status).toBe('open');
      await button(page, 'Set it to Resolved').click();
      await expect(page.getByText(`#${bug.number}: status Resolved`)).toBeVisible();
      expect((await ada.reads(bug)).status).toBe('resolved');
    });
    await test.step('Undo does not overwrite a later change', async () => {
      await admin.edits(bug, { status: 'in-progress' });
      await button(page, 'Undo').click();
      await expect(page.getByText('Not undone.')).toBeVisible();
      expect((await ada.reads(bug)).status).toBe('in-progress');
    });
  });
});
