import type { Bug } from '#contract/bugs/bugs.ts';
import type { CustomField } from '#contract/classification/custom-fields.ts';
import { expectNothingSerious, expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import {
  button,
  chip,
  choose,
  expectToFit,
  field,
  filterBy,
  goWithin,
  query,
  row,
} from '#e2e/harness/screen.ts';

test.describe('Fields that admins define', () => {
  test.use({ ownServer: true });

  test('are asked for on forms, shown, changed in place, and are columns and filters', async ({
    open,
    ada,
    admin,
  }) => {
    const page = await open('/admin/fields', { as: admin });
    const dialog = page.getByRole('dialog');
    await test.step('an admin creates a field with options by keyboard', async () => {
      await expect(page.getByText('No fields yet.')).toBeVisible();
      await button(page, 'Create field').press('Enter');
      await field(dialog, 'Name').fill('Severity');
      await choose(page, 'Kind', 'Single choice');
      await field(dialog, 'Option 1').fill('Crash');
      await field(dialog, 'Option 2').fill('Minor');
      await choose(page, 'New bugs', 'Required');
      await expectNothingSeriousInLightAndDark(page);
      await field(dialog, 'Name').press('Enter');
      await expect(page.getByRole('row').filter({ hasText: 'Severity' })).toContainText(
        'SeveritySingle choiceCrash, MinorRequiredActive',
      );
      await admin.call('POST', '/api/custom-fields', { name: 'Build', kind: 'number' });
      await admin.call('POST', '/api/custom-fields', {
        name: 'Report',
        kind: 'url',
        initial: 'https://example.com/',
      });
    });
    const title = unique('Custom');
    const form = await open('/bugs/create', { as: ada });
    await test.step('the form asks for it, and says what is missing or wrong beside it', async () => {
      await field(form, 'Title').fill(title);
      await field(form, 'Description').fill('It crashes');
      await field(form, 'Build').fill('1.2.3');
      // A default can be removed.
      await expect(field(form, 'Report')).toHaveValue('https://example.com/');
      await field(form, 'Report').fill('');
      await expect(field(form, 'Report')).toHaveValue('');
      await field(form, 'Report').fill('https://example.org/report');
      await expectNothingSerious(form);
      await button(form, 'Create Bug').click();
      await expect(form.getByText(/^Build must be a number/).last()).toBeVisible();
      await field(form, 'Build').fill('1,5');
      await button(form, 'Create Bug').click();
      await expect(form.getByText('Severity is required').last()).toBeVisible();
      await choose(form, 'Severity', 'Minor');
      await button(form, 'Create Bug').click();
      await expect(row(form, title)).toBeVisible();
    });
    await test.step('the page shows the values, an address as a link; the form changes them', async () => {
      await row(form, title).getByRole('link', { name: 'View' }).click();
      const facts = form.getByRole('main');
      await expect(facts.getByRole('link', { name: 'https://example.org/report' })).toBeVisible();
      await expect(facts.getByText('Minor', { exact: true })).toBeVisible();
      await button(form, 'Edit').click();
      await expect(field(form, 'Build')).toHaveValue('1.5');
      await choose(form, 'Severity', 'Crash');
      await field(form, 'Build').fill('');
      await button(form, 'Save Changes').click();
      const activity = form.getByRole('region', { name: 'Activity' });
      await expect(activity).toContainText('Build');
      await expect(activity).toContainText('changed Severity from Minor to Crash');
    });
    await test.step('a renamed option has its new name everywhere', async () => {
      await button(page.getByRole('row').filter({ hasText: 'Severity' }), 'Actions').click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await field(dialog, 'Option 1').fill('Data loss');
      await button(dialog, 'Save').click();
      await expect(form.getByText('Data loss', { exact: true })).toBeVisible();
      const { body } = await admin.call('GET', '/api/custom-fields');
      expect((body as CustomField[]).map(({ name }) => name)).toEqual(['Severity', 'Build', 'Report']);
    });
    await test.step('the page changes a value in place, with Undo', async () => {
      await button(form, 'Severity: Data loss, change').click();
      await form.getByRole('menuitemradio', { name: 'Minor' }).click();
      await expect(form.getByText(/^#\d+: Severity Minor$/)).toBeVisible();
      await button(form, 'Undo').click();
      await expect(button(form, 'Severity: Data loss, change')).toBeVisible();
      await button(form, 'Add field').press('Enter');
      await form.getByRole('menuitem', { name: 'Build' }).press('Enter');
      const input = field(form.getByRole('dialog', { name: 'Build' }), 'Build');
      await input.fill('seven');
      await input.press('Enter');
      await expect(form.getByText(/^Build must be a number/)).toBeVisible();
      await expectNothingSerious(form);
      await input.fill('7');
      await input.press('Enter');
      await expect(form.getByText(/^#\d+: Build 7$/)).toBeVisible();
      // A bug that had no value has none again.
      await button(form, 'Undo').click();
      await expect(form.getByText(/^#\d+: Build None again$/)).toBeVisible();
      await expect(button(form, 'Build: None, change')).toBeVisible();
    });
    await test.step('many bugs get a value at once; refusals are counted, and Undo takes it back', async () => {
      const { body } = await admin.call('GET', '/api/custom-fields');
      const [severity, build] = body as CustomField[];
      await admin.call('POST', '/api/bugs', {
        title: unique('Other'),
        description: 'x',
        status: 'open',
        priority: 'low',
        assignedTo: null,
        custom: { [severity?._id ?? '']: severity?.options[1]?._id },
      });
      const builds = async () => {
        const { body: bugs } = await admin.call('GET', '/api/bugs');
        return (bugs as Bug[]).map(({ custom }) => custom[build?._id ?? '']);
      };
      await goWithin(form, '/bugs');
      await form.getByRole('checkbox', { name: 'Select all loaded' }).check();
      await button(form, 'Set field').click();
      await form.getByRole('menuitem', { name: 'Build' }).click();
      const bulk = form.getByRole('dialog', { name: 'Set Build of 2 bugs' });
      await field(bulk, 'Build').fill('3');
      await button(bulk, 'Save').click();
      await expect(form.getByText('1 bug changed, 1 not changed.')).toBeVisible();
      expect(await builds()).toEqual([undefined, 3]);
      await button(form, 'Undo').click();
      await expect(form.getByText('1 bug changed back.')).toBeVisible();
      expect(await builds()).toEqual([undefined, undefined]);
      await button(form, 'Close').click();
    });
    await test.step('columns show the values, an address by its host, once they are chosen', async () => {
      await button(form, 'Display').click();
      const menu = form.getByRole('dialog', { name: 'Display' });
      for (const name of ['Severity', 'Report']) await menu.getByRole('checkbox', { name }).check();
      for (const name of ['Created By', 'Created At'])
        await menu.getByRole('checkbox', { name, exact: true }).uncheck();
      await form.keyboard.press('Escape');
      const link = row(form, title).getByRole('link', { name: 'example.org' });
      await expect(row(form, title)).toContainText('Data loss');
      await expect(link).toHaveAttribute('href', 'https://example.org/report');
      // Not the bug, whose link reaches over the row.
      await link.click({ trial: true });
      await expectNothingSerious(form);
    });
    await test.step('filters by the fields are parts of the query in the search box', async () => {
      await goWithin(form, `/bugs?q=${title}`);
      await filterBy(form, 'Severity', 'Data loss');
      await expect(field(form, 'Search')).toHaveValue(`${title} Severity:"Data loss"`);
      await button(form, 'Filter').click();
      await form.getByRole('option', { name: 'Report' }).click();
      const menu = form.getByRole('dialog', { name: 'Report' });
      await field(menu.getByRole('group', { name: 'Report' }), 'Contains').fill('nothing');
      await form.keyboard.press('Escape');
      await expect(form.getByText('0 bugs found')).toBeVisible();
      expect(query(form)).toEqual({ query: `${title} Severity:"Data loss" Report:"nothing"` });
      await chip(form, 'Report “nothing”').click();
      await expectNothingSerious(form);
      await choose(form, 'Report', 'Has a value');
      await expect(form.getByText(title, { exact: true })).toBeVisible();
      await expect(field(form, 'Search')).toHaveValue(`${title} Severity:"Data loss" has:Report`);
      await button(menu, 'Done').click();
      await chip(form, 'Report Has a value').press('Delete');
      await chip(form, 'Severity Data loss').press('Delete');
      await expect(field(form, 'Search')).toHaveValue(title);
      expect(query(form)).toEqual({ q: title });
      // The board has the same filters.
      await form.getByRole('link', { name: 'Board' }).click();
      await button(form, 'Filter').click();
      await expect(form.getByRole('option', { name: 'Severity' })).toBeVisible();
      await form.keyboard.press('Escape');
    });
    await test.step('their page fits a phone', async () => {
      await page.setViewportSize({ width: 360, height: 720 });
      await expectToFit(page);
      await expectNothingSeriousInLightAndDark(page);
    });
  });
});
