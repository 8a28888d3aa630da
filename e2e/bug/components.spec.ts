import type { Page } from '@playwright/test';
import type { Component } from '#contract/classification/components.ts';
import { expectNothingSerious, expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { call, type Person, unique } from '#e2e/harness/person.ts';
import {
  button,
  chip,
  choose,
  expectToFit,
  field,
  filterBy,
  goWithin,
  row,
  select,
} from '#e2e/harness/screen.ts';

const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });

async function createComponent({ server, token }: Person, body: object): Promise<Component> {
  const made = await call(server, 'POST', '/api/components', { token, body });
  expect(made.status).toBe(201);
  return made.body as Component;
}

test.describe('Components', () => {
  test.use({ ownServer: true });

  test('the field appears with the first component, and bugs follow changes by admins live', async ({
    open,
    ada,
    admin,
  }) => {
    const bug = await admin.files({ title: unique('Live') });
    const list = await open('/bugs', { as: ada });
    await expect(row(list, bug.title)).toBeVisible();
    const page = await open('/admin/components', { as: admin });
    const dialog = page.getByRole('dialog');
    const act = async (name: string, item: string) => {
      await button(page.getByRole('row').filter({ hasText: name }), 'Actions').click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await test.step('an admin creates one with an owner and a template', async () => {
      await expect(page.getByText('There are no components yet.')).toBeVisible();
      await button(page, 'Create component').click();
      await field(dialog, 'Name').fill('Web');
      await field(dialog, 'Description').fill('What one sees');
      await choose(page, 'Owner', ada.name);
      await field(dialog, 'Template').fill('## Steps');
      await expectNothingSerious(page);
      await button(dialog, 'Save').click();
      await expect(page.getByRole('row').filter({ hasText: 'Web' })).toContainText(
        `What one sees${ada.name}YesActive`,
      );
      await createComponent(admin, { name: 'Api', owner: admin._id });
    });
    await test.step('it is chosen on a bug’s page, and shows in the list of another user', async () => {
      await goWithin(page, `/bugs/${bug._id}`);
      await button(page, 'Add field').press('Enter');
      await page.getByRole('menuitem', { name: 'Component' }).press('Enter');
      await page.getByRole('menuitemradio', { name: 'Web' }).press('Enter');
      await expect(button(page, 'Component: Web, change')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Activity' })).toContainText(/Component.*None.*Web/);
      await expect(row(list, bug.title)).toContainText('Web');
    });
    await test.step('filter and bulk edit', async () => {
      await filterBy(list, 'Component', 'Api');
      await expect(list).toHaveURL(/component=/);
      await expect(row(list, bug.title)).toBeHidden();
      await filterBy(list, 'Component', 'None');
      await expect(chip(list, 'Component None')).toBeVisible();
      await filterBy(list, 'Component', 'Web');
      await goWithin(page, '/bugs');
      await row(page, bug.title).getByRole('checkbox').check();
      await button(page, 'Set component').click();
      await page.getByRole('menuitem', { name: 'Api' }).click();
      await expect(row(page, bug.title)).toContainText('Api');
      await expect(row(list, bug.title)).toBeHidden();
      await filterBy(list, 'Component', 'Api');
      await expect(row(list, bug.title)).toBeVisible();
    });
    await test.step('a rename shows live, an owner can be removed, and a name in use is refused', async () => {
      await goWithin(page, '/admin/components');
      await act('Api', 'Edit');
      await field(dialog, 'Name').fill('WEB');
      await button(dialog, 'Save').click();
      await expect(page.getByText('A component with this name exists already').first()).toBeVisible();
      await field(dialog, 'Name').fill('Core');
      await choose(page, 'Owner', 'Unassigned');
      await button(dialog, 'Save').click();
      await expect(page.getByRole('row').filter({ hasText: 'Core' })).not.toContainText(admin.name);
      await expect(row(list, bug.title)).toContainText('Core');
      const name = `${ada.name} of the web`;
      await ada.call('PUT', '/api/users/profile', { name });
      await expect(page.getByRole('row').filter({ hasText: 'Web' })).toContainText(name);
    });
    await test.step('a component is archived, or deleted if no bug has it', async () => {
      await act('Core', 'Delete');
      await button(dialog, 'Delete').click();
      await expect(dialog).toContainText('Bugs have this component: archive it instead');
      await button(dialog, 'Cancel').click();
      await act('Core', 'Archive');
      await expect(page.getByRole('row').filter({ hasText: 'Core' })).toContainText('Archived');
      await act('Web', 'Delete');
      await button(dialog, 'Delete').click();
      await expect(page.getByRole('row').filter({ hasText: 'Web' })).toBeHidden();
      await expect(dialog).toBeHidden();
    });
    await test.step('the palette leads to the bugs of a component', async () => {
      await page.getByRole('button', { name: /^Jump to/ }).click();
      await page.getByRole('combobox', { name: /^Jump to/ }).fill('component core');
      await option(page, 'Bugs in component Core').click();
      await expect(page).toHaveURL(/\/bugs\?component=/);
      await expect(row(page, bug.title)).toBeVisible();
    });
    await test.step('their page fits 320 pixels and has no serious axe violations', async () => {
      await goWithin(page, '/admin/components');
      await expect(page.getByRole('row').filter({ hasText: 'Core' })).toBeVisible();
      await page.setViewportSize({ width: 320, height: 640 });
      await expectToFit(page);
      await expectNothingSeriousInLightAndDark(page);
    });
  });

  test('a new bug begins with the template, or with values from the address', async ({
    open,
    ada,
    admin,
    bob,
  }) => {
    const template = '## Steps\n\n1. \n\n## Expected';
    const web = await createComponent(admin, { name: 'Web', owner: bob._id, template });
    await createComponent(admin, { name: 'Api', template: '## Request' });
    await call(admin.server, 'POST', '/api/labels', {
      token: admin.token,
      body: { name: 'crash', color: 'red' },
    });
    const page = await open('/bugs/create', { as: ada });
    const description = field(page, 'Description');
    await test.step('a template fills an empty description until another component replaces it', async () => {
      await choose(page, 'Component', 'Api');
      await expect(description).toHaveValue('## Request');
      await choose(page, 'Component', 'Web');
      await expect(description).toHaveValue(template);
      await expect(page.getByText('The description begins with the template.')).toBeVisible();
      await expectNothingSerious(page);
    });
    await test.step('what was typed is never overwritten: the template can be inserted behind it', async () => {
      await description.fill('It crashes');
      await choose(page, 'Component', 'Api');
      await expect(description).toHaveValue('It crashes');
      await button(page, 'Insert template').click();
      await expect(description).toHaveValue('It crashes\n\n## Request');
      await expect(button(page, 'Insert template')).toBeHidden();
    });
    const title = unique('Addressed');
    await test.step('an address fills in the form by names and ids; what it ignores is named', async () => {
      await button(page, 'Cancel').click();
      const query = new URLSearchParams({
        title,
        component: 'WEB',
        priority: 'high',
        status: 'closed',
        assignedTo: 'nobody',
        label: 'crash',
        page: '2',
      });
      await goWithin(page, `/bugs/create?${query}`);
      await expect(field(page, 'Title')).toHaveValue(title);
      await expect(select(page, 'Component')).toHaveText('Web');
      await expect(select(page, 'Priority')).toHaveText('High');
      await expect(select(page, 'Status')).toHaveText('Open');
      await expect(page.getByRole('button', { name: 'Remove crash' })).toBeAttached();
      await expect(description).toHaveValue(template);
      const notice = page.getByText('Values in the address that cannot be used were left out');
      await expect(notice.locator('..')).toContainText('Status and Assigned To');
    });
    await test.step('a form filled in by an address is no draft until the user types', async () => {
      await goWithin(page, '/bugs');
      await expect(page.getByRole('heading', { name: 'Bug List' })).toBeVisible();
      await goWithin(page, '/bugs/create');
      await expect(field(page, 'Title')).toHaveValue('');
      await expect(button(page, 'Restore')).toBeHidden();
      await goWithin(page, '/bugs');
      await expect(page.getByRole('heading', { name: 'Bug List' })).toBeVisible();
      await goWithin(page, `/bugs/create?title=${title}&component=${web._id}&description=Typed+elsewhere`);
      await expect(description).toHaveValue('Typed elsewhere');
      await description.fill('Typed here');
      await page.reload();
      await expect(description).toHaveValue('Typed elsewhere');
      await button(page, 'Restore').click();
      await expect(description).toHaveValue('Typed here');
    });
    await test.step('the bug is created, and assigned to the owner of its component', async () => {
      await button(page, 'Create Bug').click();
      await expect(row(page, title)).toContainText('Web');
      await expect(row(page, title)).toContainText(bob.name);
    });
  });
});
