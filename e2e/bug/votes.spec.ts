import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import { button, expectToFit, field, goWithin, row } from '#e2e/harness/screen.ts';

test('Me too is voted, changed and taken back by keys, and seen live by others', async ({
  open,
  ada,
  bob,
}) => {
  const [bug, another] = [await ada.files({ title: unique('Menu') }), await ada.files()];
  const list = await open('/bugs', { as: bob });
  await expect(row(list, bug.title)).toBeVisible();
  await expect(row(list, bug.title)).not.toContainText('have this');
  const seen = await open(`/bugs/${bug._id}`, { as: bob });
  const page = await open(`/bugs/${bug._id}`, { as: ada, viewport: { width: 360, height: 740 } });
  const meToo = page.getByRole('button', { name: 'Me too', pressed: false });
  await expect(meToo).toBeVisible();

  await test.step('the key opens the form; Escape closes it, Enter votes', async () => {
    await page.keyboard.press('v');
    await expect(field(page, 'Environment (optional)')).toBeFocused();
    await expectToFit(page);
    await page.keyboard.press('Escape');
    await expect(meToo).toBeFocused();
    await page.keyboard.press('v');
    await page.keyboard.type('Firefox 151, Debian 13');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Me too', pressed: true })).toBeFocused();
    await expect(field(page, 'Environment (optional)')).toBeHidden();
  });

  await test.step('others see it live, in the row and on the page', async () => {
    await expect(row(list, bug.title)).toContainText('1 person has this');
    await button(seen, '1 person has this').click();
    const votes = seen.getByRole('list', { name: 'Users affected by this bug' });
    await expect(votes).toContainText(ada.name);
    await expect(votes).toContainText('Firefox 151, Debian 13');
    await button(seen, 'Me too').click();
    await seen.keyboard.press('Enter');
    await expect(votes).toContainText('No environment given');
    await expect(row(list, bug.title)).toContainText('2 people have this');
  });

  await test.step('the environment can be changed, is remembered, and the vote taken back', async () => {
    await button(page, '2 people have this').click();
    await button(page, 'Change environment').click();
    await expect(field(page, 'Environment (optional)')).toHaveValue('Firefox 151, Debian 13');
    // The form and the list.
    await expectNothingSeriousInLightAndDark(page);
    await field(page, 'Environment (optional)').fill('Firefox 152');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Users affected by this bug' })).toContainText('Firefox 152');
    await expectToFit(page);
    await page.keyboard.press('v');
    await expect(button(page, '1 person has this')).toBeVisible();
    await expect(row(list, bug.title)).toContainText('1 person has this');
    await goWithin(page, `/bugs/${another._id}`);
    await expect(meToo).toBeVisible();
    await page.keyboard.press('v');
    await expect(field(page, 'Environment (optional)')).toHaveValue('Firefox 152');
  });
});
