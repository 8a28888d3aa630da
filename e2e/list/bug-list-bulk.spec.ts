import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { Relations } from '#contract/bugs/relations.ts';
import { expectNothingSerious, expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { call, type Person } from '#e2e/harness/person.ts';
import { button, choose, countCalls, expectToFit, field, goWithin, row, rows } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

const bar = (page: Page) => page.getByRole('region', { name: 'Selected bugs' });
const box = (page: Page, { title }: Bug) =>
  row(page, title).getByRole('checkbox', { name: 'Select', exact: true });

async function file(person: Person, count: number): Promise<Bug[]> {
  const bugs: Bug[] = [];
  for (let number = 1; number <= count; number += 1)
    bugs.push(await person.files({ title: `Bug no. ${number}.` }));
  return bugs;
}

async function set(page: Page, what: string, value: string) {
  await button(bar(page), what).click();
  const role = what === 'Set assignee' ? 'option' : 'menuitem';
  await page.getByRole(role, { name: value, exact: true }).click();
}

test('bugs are selected, changed, changed back and deleted together', async ({ open, ada, admin, bob }) => {
  const [first, second, third, fourth] = await file(ada, 4);
  if (!first || !second || !third || !fourth) throw new Error('Four were filed');
  const page = await open('/bugs', { as: ada });
  const all = page.getByRole('checkbox', { name: 'Select all loaded' });

  await test.step('selected one by one, as a range, all, and by the key x; the bar follows the list', async () => {
    await expect(rows(page)).toHaveCount(4);
    await expect(bar(page)).toBeHidden();
    await box(page, fourth).check();
    await expect(bar(page).getByText('1 selected')).toBeVisible();
    await box(page, second).click({ modifiers: ['Shift'] });
    await expect(bar(page).getByText('3 selected')).toBeVisible();
    await expect(box(page, third)).toBeChecked();
    await expect(box(page, first)).not.toBeChecked();
    expect(await all.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
    await all.check();
    await expect(bar(page).getByText('4 selected')).toBeVisible();
    await button(bar(page), 'Clear selection').click();
    await expect(bar(page)).toBeHidden();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(box(page, fourth)).toBeChecked();
    await expect(page).toHaveURL('/bugs');
    // The bar comes right after the list.
    await row(page, first.title).getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Tab');
    await expect(bar(page).locator(':focus')).toHaveCount(1);
    await button(bar(page), 'Select all 4 loaded').click();
    await expect(bar(page).getByText('4 selected')).toBeVisible();
    await button(bar(page), 'Clear selection').click();
  });

  await test.step('set status, priority and assignee, each by a call with If-Match', async () => {
    await box(page, first).check();
    await box(page, second).check();
    const put = page.waitForRequest((request) => request.method() === 'PUT');
    await set(page, 'Set status', 'Resolved');
    expect((await put).headers()['if-match']).toBe('"1"');
    expect((await put).postDataJSON()).toEqual({ status: 'resolved' });
    await expect(bar(page).getByText('2 bugs changed.')).toBeVisible();
    await expect(bar(page)).toBeFocused();
    for (const { title } of [first, second]) await expect(row(page, title)).toContainText('Resolved');
    await expect(row(page, third.title)).toContainText('Open');
    await button(bar(page), 'Close').click();
    await expect(bar(page)).toBeHidden();
    await all.check();
    await set(page, 'Set priority', 'High');
    await expect(bar(page).getByText('4 bugs changed.')).toBeVisible();
    // The report does not block the next action.
    await all.check();
    await expect(bar(page).getByText('4 selected')).toBeVisible();
    await expect(button(bar(page), 'Undo')).toBeVisible();
    await set(page, 'Set assignee', bob.name);
    await expect(bar(page).getByText('4 bugs changed.')).toBeVisible();
    for (const bug of [first, second, third, fourth])
      expect(await ada.reads(bug)).toMatchObject({ priority: 'high', assignedTo: { _id: bob._id } });
    await button(bar(page), 'Close').click();
  });

  await test.step('bugs that leave the filtered list are still reported', async () => {
    await ada.deletes(fourth);
    await choose(page, 'Status', 'Open');
    await expect(rows(page)).toHaveCount(1);
    await box(page, third).check();
    await set(page, 'Set status', 'Resolved');
    await expect(page.getByText('No bugs match Status: Open.')).toBeVisible();
    await expect(bar(page).getByText('1 bug changed.')).toBeVisible();
    await button(bar(page), 'Close').click();
    await choose(page, 'Status', 'All');
  });

  await test.step('Undo restores the old values, except where another user has changed them since', async () => {
    await ada.edits(second, { status: 'in-progress' });
    await expect(row(page, second.title)).toContainText('In Progress');
    await all.check();
    await set(page, 'Set status', 'Open');
    await expect(bar(page).getByText('3 bugs changed.')).toBeVisible();
    const edited = await admin.edits(third, { priority: 'low' });
    const puts: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') puts.push([request.headers()['if-match'], request.postDataJSON()]);
    });
    await button(bar(page), 'Undo').click();
    await expect(bar(page).getByText('2 bugs changed back, 1 not changed.')).toBeVisible();
    await expect(bar(page).getByRole('listitem')).toContainText('Someone else changed it in the meantime.');
    await expect(button(bar(page), 'Undo')).toBeHidden();
    await expect(row(page, first.title)).toContainText('Resolved');
    await expect(row(page, second.title)).toContainText('In Progress');
    expect(puts).toHaveLength(3);
    expect(puts).toContainEqual(['"6"', { status: 'in-progress' }]);
    expect(await ada.reads(third)).toEqual(edited);
    await button(bar(page), 'Close').click();
  });

  await test.step('Delete asks for confirmation with the count', async () => {
    await box(page, first).check();
    await box(page, third).check();
    await button(bar(page), 'Delete').click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 bugs' });
    await expect(
      dialog.getByText('Are you sure you want to delete these 2 bugs? This action cannot be undone.'),
    ).toBeVisible();
    await button(dialog, 'Cancel').click();
    await expect(rows(page)).toHaveCount(3);
    await button(bar(page), 'Delete').click();
    await button(dialog, 'Delete').click();
    await expect(bar(page).getByText('2 bugs deleted.')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, second.title)).toBeVisible();
  });

  await test.step('a bug that leaves the list before the confirmation is not deleted', async () => {
    await ada.edits(second, { status: 'open' });
    await ada.files();
    await ada.files();
    await choose(page, 'Status', 'Open');
    await expect(rows(page)).toHaveCount(3);
    await all.check();
    await button(bar(page), 'Delete').click();
    await expect(page.getByRole('dialog', { name: 'Delete 3 bugs' })).toBeVisible();
    await ada.edits(second, { status: 'resolved' });
    await button(page.getByRole('dialog', { name: 'Delete 2 bugs' }), 'Delete').click();
    await expect(bar(page).getByText('2 bugs deleted.')).toBeVisible();
    expect(await ada.reads(second)).toMatchObject({ status: 'resolved' });
  });
});

test('bugs that may not be changed, marked or related are reported with the reason', async ({
  open,
  ada,
  bob,
}) => {
  const own = await ada.files({ title: 'Her own' });
  const other = await bob.files({ title: 'Of Bob' });
  const assigned = await bob.files({ title: 'Hers to work on', assignedTo: ada._id });
  const page = await open('/bugs', { as: ada });

  await test.step('bugs of other users are not changed, and the report says why', async () => {
    const calls = countCalls(page, `/api/bugs/${other._id}`);
    await box(page, other).check();
    await expect(bar(page).getByText('1 selected; you cannot change any of them')).toBeVisible();
    await expect(button(bar(page), 'Set status')).toBeHidden();
    await box(page, own).check();
    await expect(bar(page).getByText('2 selected; you can change 1 of them')).toBeVisible();
    await set(page, 'Set status', 'Resolved');
    await expect(bar(page).getByText('1 bug changed, 1 not changed.')).toBeVisible();
    await expect(bar(page).getByRole('listitem')).toHaveText(
      `#${other.number} ${other.title}: Only its creator, its assignee and admins can do this.`,
    );
    expect(calls).toHaveLength(0);
    expect(await bob.reads(other)).toEqual(other);
    // What was not changed stays selected.
    await box(page, other).uncheck();
    // The report stays beside the next selection.
    await box(page, assigned).check();
    await expect(bar(page).getByText('1 selected', { exact: true })).toBeVisible();
    await page.setViewportSize({ width: 320, height: 740 });
    await expectToFit(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expectNothingSeriousInLightAndDark(page);
    await button(bar(page), 'Close').click();
  });

  await test.step('bugs assigned to the user are changed and changed back, and cannot be deleted', async () => {
    await expect(button(bar(page), 'Delete')).toBeHidden();
    await set(page, 'Set status', 'Resolved');
    await expect(bar(page).getByText('1 bug changed.')).toBeVisible();
    expect(await ada.reads(assigned)).toMatchObject({ status: 'resolved', version: 2 });
    await button(bar(page), 'Undo').click();
    await expect(bar(page).getByText('1 bug changed back.')).toBeVisible();
    expect(await ada.reads(assigned)).toMatchObject({ status: 'open', version: 3 });
    await button(bar(page), 'Close').click();
  });

  await test.step('without an answer, no failure is claimed, and the list is fetched again', async () => {
    await page.route(`**/api/bugs/${own._id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      // The change is stored, but the response is lost.
      await route.fetch();
      return route.abort('connectionfailed');
    });
    await box(page, own).check();
    await box(page, assigned).check();
    await set(page, 'Set status', 'In Progress');
    await expect(bar(page).getByText('1 bug changed, 1 unconfirmed.')).toBeVisible();
    await expect(bar(page).getByRole('listitem')).toContainText(`#${own.number}`);
    await expect(row(page, own.title)).toContainText('In Progress');
    await page.unrouteAll();
    await button(bar(page), 'Close').click();
  });

  await test.step('without a selection, the notice of a quick edit is visible again', async () => {
    await box(page, own).uncheck();
    await row(page, own.title).getByRole('link', { name: 'View' }).click();
    await button(page, 'Status: In Progress, change').click();
    await page.getByRole('menuitemradio', { name: 'Resolved' }).click();
    const notice = page.getByText(`#${own.number}: status Resolved`);
    await expect(notice).toBeVisible();
    await page.goBack();
    await expect(notice).toBeVisible();
    await box(page, other).check();
    await expect(bar(page).getByText('1 selected')).toBeVisible();
    await expect(notice).toBeHidden();
    await box(page, other).uncheck();
    await expect(notice).toBeVisible();
  });

  const target = await ada.files({ title: 'Target' });
  const [first, second] = await file(ada, 2);
  if (!first || !second) throw new Error('Two were filed');
  const dialog = page.getByRole('dialog');
  const pick = async () => {
    await dialog.getByRole('combobox', { name: 'Bug', exact: true }).fill(`#${target.number}`);
    await page.getByRole('option', { name: 'Target' }).click();
  };
  const select = async () => {
    for (const bug of [other, first, second]) await box(page, bug).check();
  };
  const relationsOf = async ({ _id }: Bug) => {
    const answer = await call(ada.server, 'GET', `/api/bugs/${_id}/relations`, { token: ada.token });
    return (answer.body as Relations).relations.map(({ kind }) => kind);
  };

  await test.step('the key d marks bugs as duplicates, and Undo takes it back', async () => {
    await select();
    await page.keyboard.press('d');
    await expect(page.getByRole('dialog', { name: 'Mark 3 bugs as duplicates' })).toBeVisible();
    await pick();
    await expectNothingSerious(page);
    await button(dialog, 'Mark as duplicates').click();
    await expect(bar(page).getByText('2 bugs changed, 1 not changed.')).toBeVisible();
    await expect(bar(page).getByRole('listitem')).toContainText('Only its creator, its assignee and admins');
    for (const { title } of [first, second]) await expect(row(page, title)).toContainText('Resolved');
    expect(await relationsOf(target)).toEqual(['duplicated-by', 'duplicated-by']);
    await button(bar(page), 'Undo').click();
    await expect(bar(page).getByText('2 bugs changed back.')).toBeVisible();
    await expect(row(page, first.title)).toContainText('Open');
    expect(await relationsOf(target)).toEqual([]);
    await button(bar(page), 'Close').click();
  });

  await test.step('the menu relates bugs; Undo leaves what was related before', async () => {
    const body = { kind: 'related', bug: target._id };
    await call(ada.server, 'PUT', `/api/bugs/${first._id}/relations`, { token: ada.token, body });
    await page.getByRole('checkbox', { name: 'Select all loaded' }).uncheck();
    await select();
    await button(bar(page), 'More').click();
    await page.getByRole('menuitem', { name: 'Add relation…' }).click();
    await choose(page, 'Relation', 'Is related to');
    await pick();
    await button(dialog, 'Add relation').click();
    await expect(bar(page).getByText('3 bugs changed.')).toBeVisible();
    expect(await relationsOf(target)).toEqual(['related', 'related', 'related']);
    await button(bar(page), 'Undo').click();
    await expect(bar(page).getByText('2 bugs changed back.')).toBeVisible();
    expect(await relationsOf(target)).toEqual(['related']);
    expect(await relationsOf(first)).toEqual(['related']);
  });
});

test('changes made meanwhile are reported for each bug, and at most four calls run', async ({
  open,
  admin,
  bob,
  server,
}) => {
  const changed = await admin.files({ title: 'Changed' });
  const gone = await admin.files({ title: 'Gone' });
  const denied = await bob.files({ title: 'Denied' });
  const fine = await admin.files({ title: 'Fine' });
  const page = await open('/bugs', { as: admin, live: false });
  const all = page.getByRole('checkbox', { name: 'Select all loaded' });
  await expect(rows(page)).toHaveCount(4);

  await test.step('each refused bug has its reason, and the others succeed', async () => {
    const edited = await admin.edits(changed, { title: 'Changed by another' });
    await admin.deletes(gone);
    await server.katydid('admin', 'revoke', admin.email);
    await all.check();
    await set(page, 'Set priority', 'Low');
    await expect(bar(page).getByText('1 bug changed, 3 not changed.')).toBeVisible();
    const reasons = bar(page).getByRole('listitem');
    await expect(reasons.filter({ hasText: 'Someone else changed it in the meantime.' })).toHaveCount(1);
    await expect(reasons.filter({ hasText: 'This bug was deleted' })).toContainText(`#${gone.number} Gone`);
    await expect(
      reasons.filter({ hasText: 'Only the creator of a bug or an admin can edit it' }),
    ).toContainText(`#${denied.number}`);
    expect(await bob.reads(changed)).toEqual(edited);
    expect(await bob.reads(denied)).toEqual(denied);
    expect((await bob.reads(fine)).priority).toBe('low');
    await button(bar(page), 'Close').click();
  });

  await test.step('at most four calls run at once; Cancel skips those that were not sent', async () => {
    const bugs = await file(admin, 8);
    await goWithin(page, '/bugs?createdBy=me&priority=medium&q=no.');
    await expect(field(page, 'Search')).toHaveValue('no.');
    await expect(rows(page)).toHaveCount(8);
    const gate = Promise.withResolvers<void>();
    let sent = 0;
    await page.route('**/api/bugs/*', async (route) => {
      if (route.request().method() === 'PUT') {
        sent += 1;
        await gate.promise;
      }
      await route.continue();
    });
    await all.check();
    await set(page, 'Set status', 'Resolved');
    await expect(bar(page).getByRole('progressbar')).toHaveAttribute('max', '8');
    await expect.poll(() => sent).toBe(4);
    await button(bar(page), 'Cancel').click();
    gate.resolve();
    await expect(bar(page).getByText('4 bugs changed, 4 skipped.')).toBeVisible();
    expect(sent).toBe(4);
    const stored = await Promise.all(bugs.map((bug) => admin.reads(bug)));
    expect(stored.filter(({ status }) => status === 'resolved')).toHaveLength(4);
    await button(bar(page), 'Close').click();
    await expect(bar(page).getByText('4 selected')).toBeVisible();
  });
});
