import type { Page, Route } from '@playwright/test';
import type { Label } from '#contract/classification/labels.ts';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { call, type Person, unique } from '#e2e/harness/person.ts';
import {
  button,
  chip,
  choose,
  countCalls,
  expectToFit,
  field,
  filterBy,
  goWithin,
  row,
} from '#e2e/harness/screen.ts';

const labelsBox = (page: Page) => page.getByRole('combobox', { name: 'Labels' });
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });

async function createLabel({ server, token }: Person, name: string, color = 'teal'): Promise<Label> {
  const { body } = await call(server, 'POST', '/api/labels', { token, body: { name, color } });
  return body as Label;
}

test.describe('Labels', () => {
  test.use({ ownServer: true });

  test('are set on the form, on the page of a bug and in bulk, and are a filter', async ({
    open,
    ada,
    admin,
  }) => {
    const page = await open('/bugs/create', { as: ada });
    await test.step('users see nothing of labels until there are any', async () => {
      await expect(field(page, 'Title')).toBeVisible();
      await expect(labelsBox(page)).toBeHidden();
    });
    await createLabel(admin, 'crash', 'red');
    await createLabel(admin, 'ui', 'blue');
    const title = unique('Labelled');
    await field(page, 'Title').fill(title);
    await field(page, 'Description').fill('Text');
    await labelsBox(page).fill('cra');
    await option(page, 'crash').click();
    await page.keyboard.press('Escape');
    await button(page, 'Create Bug').click();
    await expect(row(page, title)).toContainText('crash');

    await test.step('quick edit by keyboard', async () => {
      await row(page, title).getByRole('link', { name: 'View' }).click();
      await button(page, 'Labels: crash, change').press('Enter');
      await labelsBox(page).press('Backspace');
      await labelsBox(page).fill('ui');
      await page.keyboard.press('Enter');
      await button(page.getByRole('dialog'), 'Save').click();
      await expect(button(page, 'Labels: ui, change')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Activity' })).toContainText('added ui; removed crash');
    });

    await test.step('filter', async () => {
      await goWithin(page, '/bugs');
      await filterBy(page, 'Label', 'crash');
      await expect(page).toHaveURL(/label=/);
      await expect(row(page, title)).toBeHidden();
      await filterBy(page, 'Label', 'ui');
      await expect(row(page, title)).toBeVisible();
      await filterBy(page, 'Label', 'None');
      await expect(chip(page, 'Label None')).toBeVisible();
      await expect(row(page, title)).toBeHidden();
    });

    await test.step('bulk edit', async () => {
      await button(page, 'Clear filters').first().click();
      await row(page, title).getByRole('checkbox').check();
      await button(page, 'Add label').click();
      await page.getByRole('menuitem', { name: 'crash' }).click();
      await expect(row(page, title)).toContainText('crash');
    });

    await test.step('palette', async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^Jump to/ }).fill('labelled crash');
      await option(page, 'Bugs labelled crash').click();
      await expect(page).toHaveURL(/\/bugs\?label=/);
      await expect(row(page, title)).toBeVisible();
    });
  });

  test('a save waits for labels that are being created, and fails if one is refused', async ({
    open,
    ada,
    admin,
  }) => {
    const page = await open('/bugs/create', { as: admin });
    // Admins can create labels where there are none yet, too.
    await expect(labelsBox(page)).toBeVisible();
    await createLabel(admin, 'crash');
    const create = async (name: string, send: () => Promise<void>) => {
      const asked = Promise.withResolvers<Route>();
      await page.route('**/api/labels', (route) =>
        route.request().method() === 'POST' ? asked.resolve(route) : route.fallback(),
      );
      await labelsBox(page).fill(name);
      await option(page, `Create “${name}”`).click();
      const held = await asked.promise;
      await expect(page.getByRole('status').filter({ hasText: `Creating “${name}”…` })).toBeVisible();
      await send();
      await held.continue();
      await page.unrouteAll();
    };
    const addCrash = async () => {
      await labelsBox(page).fill('crash');
      await option(page, 'crash').click();
    };
    const title = unique('Labelled');
    await field(page, 'Title').fill(title);
    await field(page, 'Description').fill('Text');
    await create('slow', async () => {
      await addCrash();
      await button(page, 'Create Bug').click();
    });
    await expect(row(page, title)).toContainText('slow');
    await expect(row(page, title)).toContainText('crash');

    const bug = await ada.files();
    await goWithin(page, `/bugs/${bug._id}`);
    await button(page, 'Add field').click();
    await page.getByRole('menuitem', { name: 'Labels' }).click();
    const dialog = page.getByRole('dialog');
    await create('slower', async () => {
      await addCrash();
      await button(dialog, 'Save').click();
    });
    await expect(button(page, 'Labels: crash, slower, change')).toBeVisible();

    const edits = countCalls(page, `/api/bugs/${bug._id}`);
    await test.step('a dialog that is closed meanwhile saves nothing', async () => {
      await button(page, 'Labels: crash, slower, change').click();
      await create('left', async () => {
        await button(dialog, 'Save').click();
        await button(dialog, 'Cancel').click();
      });
      await button(page, 'Labels: crash, slower, change').click();
      await labelsBox(page).fill('left');
      await expect(option(page, 'left')).toBeVisible();
    });
    await test.step('if one of two new labels is refused, nothing is saved, and the reason is shown', async () => {
      const refused = Promise.withResolvers<Route>();
      await page.route('**/api/labels', (route) =>
        route.request().postData()?.includes('refused') ? refused.resolve(route) : route.fallback(),
      );
      for (const name of ['refused', 'accepted']) {
        await labelsBox(page).fill(name);
        await option(page, `Create “${name}”`).click();
      }
      await expect(dialog.getByText('accepted')).toBeVisible();
      await button(dialog, 'Save').click();
      await (await refused.promise).fulfill({ status: 403, json: { message: 'No more labels' } });
      await expect(dialog).toContainText('Failed to create the label: No more labels');
      await expect(dialog.getByText('Creating “refused”…')).toBeHidden();
      expect(edits.filter((request) => request.method() === 'PUT')).toEqual([]);
      await button(dialog, 'Save').click();
      await expect(button(page, 'Labels: accepted, crash, slower, change')).toBeVisible();
    });
    await test.step('one of several labels is removed by its button', async () => {
      await button(page, 'Labels: accepted, crash, slower, change').click();
      await button(dialog, 'Remove crash').click();
      await button(dialog, 'Save').click();
      await expect(button(page, 'Labels: accepted, slower, change')).toBeVisible();
    });
  });

  test('bugs follow live as admins create, rename, archive, merge and delete labels', async ({
    open,
    ada,
    admin,
  }) => {
    const label = await createLabel(admin, 'old');
    const body = {
      title: unique('Live'),
      description: 'Text',
      status: 'open',
      priority: 'low',
      labels: [label._id],
    };
    await call(ada.server, 'POST', '/api/bugs', { token: ada.token, body });
    const list = await open('/bugs', { as: ada });
    await expect(row(list, body.title)).toContainText('old');

    const page = await open('/admin/labels', { as: admin });
    const act = async (name: string, item: string) => {
      await button(page.getByRole('row').filter({ hasText: name }), 'Actions').click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await button(page, 'Create label').click();
    await field(page, 'Name').fill('OLD');
    await button(page.getByRole('dialog'), 'Save').click();
    await expect(page.getByText('A label with this name exists already').first()).toBeVisible();
    await field(page, 'Name').fill('other');
    await button(page.getByRole('dialog'), 'Save').click();
    await expect(page.getByRole('cell', { name: 'other' })).toBeVisible();

    await test.step('their page fits a narrow window, and has no serious axe violations', async () => {
      for (const color of ['grey', 'yellow', 'purple']) await createLabel(admin, color, color);
      await expect(page.getByRole('cell', { name: 'purple' })).toBeVisible();
      await page.setViewportSize({ width: 320, height: 640 });
      await expectToFit(page);
      await expectNothingSeriousInLightAndDark(page);
      await page.setViewportSize({ width: 1280, height: 720 });
    });

    await act('old', 'Edit');
    await field(page, 'Name').fill('new');
    await button(page.getByRole('dialog'), 'Save').click();
    await expect(row(list, body.title)).toContainText('new');

    await act('other', 'Archive');
    await expect(page.getByRole('row').filter({ hasText: 'other' })).toContainText('Archived');
    await act('other', 'Restore');
    await act('new', 'Merge');
    await button(page.getByRole('dialog'), 'Merge').click();
    await expect(page.getByText('Choose a label')).toBeVisible();
    await choose(page, 'Merge into', 'other');
    await button(page.getByRole('dialog'), 'Merge').click();
    await expect(row(list, body.title)).toContainText('other');
    await act('other', 'Delete');
    await button(page.getByRole('dialog'), 'Delete').click();
    await expect(page.getByRole('row').filter({ hasText: 'other' })).toBeHidden();
    await expect(row(list, body.title)).not.toContainText('other');
  });
});
