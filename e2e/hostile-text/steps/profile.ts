import { expect } from '#e2e/harness/fixtures.ts';
import { call, password, type Person } from '#e2e/harness/person.ts';
import { button, field } from '#e2e/harness/screen.ts';
import { each, few, names, devices } from '#e2e/hostile-text/xss-planting.ts';
import { shown } from '#e2e/hostile-text/xss-reading.ts';
import type { WithTexts } from '#e2e/hostile-text/xss-sweep.ts';
import { expectOnlyOwnElements } from '#e2e/hostile-text/xss-watch.ts';

export const withTexts: WithTexts = [
  {
    title: 'Profile and the greeting of the Dashboard',
    async run({ page, admin }) {
      await plantSessions(admin);
      await page.goto('/profile');
      await expect(page.getByRole('listitem')).toHaveCount(devices.length + 1);
      const titles = await page
        .getByRole('listitem')
        .locator('[title]:not(time)')
        .evaluateAll((all) => all.map((element) => element.getAttribute('title') ?? ''));
      expect(shown(titles)).toEqual(shown([...devices, 'node']));
      for (const sample of few.filter((text) => names.includes(text))) {
        await field(page, 'Name').fill(sample);
        await button(page, 'Save Changes').click();
        await expect(page.getByText('Profile updated successfully')).toBeVisible();
        await page.getByRole('link', { name: 'Katydid' }).click();
        await expect(page.getByRole('heading', { name: 'Welcome' })).toHaveText(`Welcome, ${sample.trim()}!`);
        await page.goBack();
      }
      await expectOnlyOwnElements(page);
      await admin.call('PUT', '/api/users/profile', { name: admin.name });
    },
  },
];

/** Sessions of one user whose user agents are the payloads. */
async function plantSessions({ server, email }: Person): Promise<void> {
  await each(devices, async (device) => {
    await call(server, 'POST', '/api/users/login', {
      body: { email, password },
      headers: { 'user-agent': device },
    });
  });
}
