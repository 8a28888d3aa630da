import { insertConfirmation } from '#server/features/users/email/email-confirmation-queries.ts';
import { namedToken } from '#server/features/users/link-tokens.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { button, field } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'bugs@example.com' };

test('with mail, a new address waits until its link is opened', async ({ open, server, ada }) => {
  await server.restart(mail);
  const page = await open('/profile', { as: ada });
  await field(page, 'Name').fill('Ada Byron');
  await field(page, 'Email').fill('new@example.com');
  await button(page, 'Save Changes').click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  const notice = page.getByText(
    `Open the link that was sent to new@example.com. Until then, your address stays ${ada.email}.`,
  );
  await expect(notice).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue('Ada Byron');
  await expect(field(page, 'Email')).toHaveValue(ada.email);
  await expect(page.getByRole('region', { name: 'Your email address is not confirmed' })).toBeHidden();
  await button(page, 'Send again').click();
  await expect(page.getByText('The link is on its way.')).toBeVisible();
  await page.reload();
  await button(page, 'Cancel change').click();
  await expect(notice).toBeHidden();
});

test('every page asks users to confirm their address until they or an admin have done so', async ({
  open,
  server,
  register,
  admin,
}) => {
  await server.restart({ ...mail, REQUIRE_CONFIRMED_EMAIL: 'on' });
  const ann = await register({ name: 'Ann' });
  const page = await open('/profile', { as: ann });
  const banner = page.getByRole('region', { name: 'Your email address is not confirmed' });
  await expect(banner).toContainText(`Open the link that was sent to ${ann.email}.`);
  await button(banner, 'Send again').click();
  await expect(banner).toContainText('The link is on its way.');

  let id = '';
  await server.write(async (tx) => {
    id = await insertConfirmation(tx, { userId: ann._id, email: ann.email }, new Date());
  });
  const link = await open(`/confirm-email#${await namedToken(server.files, 'confirm email', id)}`);
  await expect(link).toHaveURL('/confirm-email');
  await button(link, 'Confirm the email address').click();
  await expect(link.getByText('Your email address is confirmed')).toBeVisible();
  // Open pages follow.
  await expect(banner).toBeHidden();

  await field(page, 'Email').fill('new@example.com');
  await button(page, 'Save Changes').click();
  await expect(page.getByText('Open the link that was sent to new@example.com.')).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue(ann.email);
  await expectNothingSeriousInLightAndDark(page);
  const users = await open('/admin/users', { as: admin });
  const row = users.getByRole('row').filter({ hasText: ann.email });
  await expect(row).toContainText('new@example.com is not confirmed yet');
  await button(row, 'Actions').click();
  await users.getByRole('menuitem', { name: 'Confirm email address' }).click();
  await button(users.getByRole('dialog'), 'Confirm email address').click();
  await expect(field(page, 'Email')).toHaveValue('new@example.com');
});
