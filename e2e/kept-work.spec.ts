import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Person, unique } from './person.ts';
import { button, choose, field, row, select } from './screen.ts';

async function signInAgain(page: Page, person: Person) {
  await expect(page.getByText(/session has ended/i)).toBeVisible();
  await field(page, 'Email').fill(person.email);
  await field(page, 'Password').fill(person.password);
  await button(page, 'Login').click();
}

test.describe('A session that ends in the middle of a form', () => {
  test('Create Bug: signed out with a line that says so; what was typed is offered again and can be filed', async ({
    open,
    ada,
    bob,
  }) => {
    const page = await open('/bugs/create', { as: ada, live: false });
    const title = unique('Long thought about');
    await field(page, 'Title').fill(title);
    await field(page, 'Description').fill('Half an hour of steps');
    await choose(page, 'Priority', 'High');
    await choose(page, 'Assign To', bob.name);
    await ada.endsSession();
    await button(page, 'Create Bug').click();
    await expect(page).toHaveURL(/\/login/);
    await signInAgain(page, ada);
    await expect(page).toHaveURL('/bugs/create');
    await button(page, 'Restore').click();
    await expect(field(page, 'Title')).toHaveValue(title);
    await expect(field(page, 'Description')).toHaveValue('Half an hour of steps');
    await expect(select(page, 'Priority')).toHaveText('High');
    await expect(select(page, 'Assign To')).toHaveText(bob.name);
    await button(page, 'Create Bug').click();
    await expect(row(page, title)).toBeVisible();
    await page.getByRole('link', { name: 'Create Bug', exact: true }).click();
    await expect(field(page, 'Title')).toHaveValue('');
    await expect(button(page, 'Restore')).toBeHidden();
  });

  test('Bug Details: what was typed into an edit is offered again and can be saved', async ({
    open,
    ada,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada, live: false });
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('Half an hour of findings');
    await ada.endsSession();
    await button(page, 'Save Changes').click();
    await signInAgain(page, ada);
    await expect(page).toHaveURL(`/bugs/${bug._id}`);
    await button(page, 'Restore').click();
    await expect(field(page, 'Description')).toHaveValue('Half an hour of findings');
    await button(page, 'Save Changes').click();
    await expect(button(page, 'Edit')).toBeVisible();
    await expect(page.getByText('Half an hour of findings')).toBeVisible();
  });

  test('what was typed can be discarded', async ({ open, ada }) => {
    const page = await open('/bugs/create', { as: ada, live: false });
    await field(page, 'Title').fill('Not that important');
    await field(page, 'Description').fill('D');
    await ada.endsSession();
    await button(page, 'Create Bug').click();
    await signInAgain(page, ada);
    await button(page, 'Discard').click();
    await expect(field(page, 'Title')).toHaveValue('');
    await page.reload();
    await expect(field(page, 'Title')).toHaveValue('');
    await expect(button(page, 'Restore')).toBeHidden();
  });

  test('somebody else who signs in there is not shown it', async ({ open, ada, bob }) => {
    const page = await open('/bugs/create', { as: ada, live: false });
    await field(page, 'Title').fill('For the eyes of Ada');
    await field(page, 'Description').fill('D');
    await ada.endsSession();
    await button(page, 'Create Bug').click();
    await signInAgain(page, bob);
    await expect(field(page, 'Title')).toHaveValue('');
    await expect(button(page, 'Restore')).toBeHidden();
  });
});
