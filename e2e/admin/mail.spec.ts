import { mailSink } from '#server/test/mail/mail-sink.ts';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, choose, select } from '#e2e/harness/screen.ts';

test.describe('Mail', () => {
  test.use({ ownServer: true });

  test('users choose their mails and an admin sends a test message only if there is a mail server', async ({
    open,
    ada,
    admin,
    server,
  }) => {
    const page = await open('/profile', { as: ada });
    await expect(page.getByText('Email is not set up on this server.')).toBeVisible();
    await expect(select(page, 'I am mentioned')).toBeHidden();

    const sink = await mailSink();
    await server.restart({ SMTP_URL: sink.url, MAIL_FROM: 'Katydid <bugs@example.com>' });
    await page.reload();
    await expect(select(page, 'I am mentioned')).toHaveText('Immediately');
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await choose(page, 'Comments on bugs I watch', 'In the digest');
    expect((await saved).status()).toBe(200);
    await choose(page, 'Digest', 'Every week');
    await choose(page, 'Day of the digest', 'Friday');
    await expect(page.getByText('Mail settings saved.')).toBeAttached();
    await button(page, 'Preview a digest').click();
    await expect(page.getByRole('region', { name: 'Examples' })).toContainText(
      'This week in Katydid: 3 bugs',
    );
    await expectNothingSeriousInLightAndDark(page);
    await expect
      .poll(async () => (await ada.call('GET', '/api/users/mail-settings')).body)
      .toMatchObject({ digest: 'weekly', weekday: 5, choices: { commented: 'digest', mentioned: 'now' } });
    await page.reload();
    await expect(select(page, 'Day of the digest')).toHaveText('Friday');

    const jobs = await open('/admin/jobs', { as: admin });
    await button(jobs, 'Send a test message to myself').click();
    await expect(jobs.getByText('The mail server has accepted a test message to you.')).toBeVisible();
    expect(sink.messages).toHaveLength(1);
  });
});
