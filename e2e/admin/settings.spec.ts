import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, choose, cut, expectChosen, expectToFit, field } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

test('an admin lets everyone triage; open pages follow, and the environment overrides it', async ({
  open,
  admin,
  ada,
  bob,
  server,
}) => {
  const bug = await ada.files();
  const other = await open(`/bugs/${bug._id}`, { as: bob });
  await expect(button(other, 'Assign to me')).toBeVisible();
  const page = await open('/admin/settings', { as: admin });
  await expectChosen(page, 'Who triages', 'The assignee of a bug');
  await expectToFit(page);
  await expectNothingSeriousInLightAndDark(page);

  await test.step('a change applies to open pages at once', async () => {
    await choose(page, 'Who triages', 'Everyone');
    await expect(page.getByText('Saved. It applies at once, for everyone.')).toBeVisible();
    await expect(button(other, 'Start')).toBeVisible();
  });
  await test.step('a failed change is reported, and the setting stays', async () => {
    await cut(page, '/api/admin/settings');
    await choose(page, 'Who creates labels', 'Everyone');
    await expect(page.getByText('Failed to save the setting')).toBeVisible();
    await expectChosen(page, 'Who creates labels', 'Only admins');
    await page.unrouteAll();
  });
  await test.step('the tracker gets another name', async () => {
    await field(page, 'Name of the tracker').fill('Leaf & Wing');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Saved. It applies at once, for everyone.')).toBeVisible();
    await other.reload();
    await expect(other.getByRole('link', { name: 'Leaf & Wing' })).toBeVisible();
    await expect(other).toHaveTitle(/ · Leaf & Wing$/);
    await expectToFit(other);
  });
  await test.step('the page shows the state of mail and backups', async () => {
    await expect(page.getByRole('region', { name: 'Mail' })).toContainText('SMTP_URL');
    await expect(page.getByRole('region', { name: 'Backups' })).toContainText('No verified backup yet.');
  });
  await test.step('a setting from the environment cannot be changed', async () => {
    await server.restart({ TRIAGE: 'assignee' });
    await page.reload();
    await expect(field(page, 'Who triages')).toHaveValue('The assignee of a bug');
    await expect(field(page, 'Who triages')).not.toBeEditable();
    await expect(page.getByText('Set by TRIAGE in the environment')).toBeVisible();
  });
});
