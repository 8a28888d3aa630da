import { expect } from '#e2e/harness/fixtures.ts';
import { payloads, samples } from '#e2e/hostile-text/xss-planting.ts';
import type { WithTexts } from '#e2e/hostile-text/xss-sweep.ts';
import { expectOnlyOwnElements } from '#e2e/hostile-text/xss-watch.ts';

export const withTexts: WithTexts = [
  {
    title: 'Questions to reporters: on a bug, in its activity, its row and in triage',
    async run({ page, admin }) {
      await admin.files();
      const bug = await admin.files({ title: payloads[0]! });
      const text = samples.join('\n').slice(0, 1_000);
      await admin.call('PUT', `/api/bugs/${bug._id}/question`, { text });
      await page.goto(`/bugs/${bug._id}`);
      await expect(page.getByText(`${admin.name} asks you`)).toBeVisible();
      await expect(page.getByRole('region', { name: 'Activity' })).toContainText(samples[0]!);
      await expectOnlyOwnElements(page);
      await page.goto('/bugs');
      await expect(page.getByTitle(/^Question to the reporter: /).first()).toHaveText(
        'Question to the reporter',
      );
      await page.goto('/triage');
      await expect(page.getByRole('complementary')).toBeVisible();
      await expectOnlyOwnElements(page);
    },
  },
];
