import { expect } from '#e2e/harness/fixtures.ts';
import { field } from '#e2e/harness/screen.ts';
import type { WithNames } from '#e2e/hostile-text/xss-sweep.ts';
import { expectOnlyOwnElements } from '#e2e/hostile-text/xss-watch.ts';

export const withNames: WithNames = [
  {
    title: 'Create Bug: titles of similar bugs',
    async run({ page }) {
      await page.goto('/bugs/create');
      await field(page, 'Title').fill('script alert onerror javascript');
      const similar = page.getByRole('region', { name: 'Is it one of these?' }).getByRole('listitem');
      await expect(similar).toHaveCount(5);
      await expectOnlyOwnElements(page);
    },
  },
];
