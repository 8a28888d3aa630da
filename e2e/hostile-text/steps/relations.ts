import { expect } from '#e2e/harness/fixtures.ts';
import type { Person } from '#e2e/harness/person.ts';
import { button, field } from '#e2e/harness/screen.ts';
import { asTitle, samples, type PlantedBug } from '#e2e/hostile-text/xss-planting.ts';
import type { WithNames } from '#e2e/hostile-text/xss-sweep.ts';
import { expectOnlyOwnElements } from '#e2e/hostile-text/xss-watch.ts';

export const withNames: WithNames = [
  {
    title: 'Relations: titles in the panel, activity, search, and above a duplicate',
    async run({ page, admin, bugs }) {
      const [first, ...others] = await plantRelations(admin, bugs);
      await page.goto(`/bugs/${first?._id}`);
      const panel = page.getByRole('region', { name: 'Relations' });
      for (const { title } of others)
        await expect(panel.getByText(title, { exact: true }).first()).toBeVisible();
      await expectOnlyOwnElements(page);
      await button(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Mark as duplicate…' }).click();
      await field(page.getByRole('dialog'), 'Bug').fill('script');
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectOnlyOwnElements(page);
      await page.goto(`/bugs/${others.at(-1)?._id}#duplicate`);
      await expect(page.getByText('This bug is a duplicate')).toBeVisible();
      await expectOnlyOwnElements(page);
    },
  },
];

/** Relates the first bug to one for each kind of payload; the last one is its duplicate. */
async function plantRelations(admin: Person, bugs: readonly PlantedBug[]): Promise<PlantedBug[]> {
  const some = samples.flatMap((sample) => bugs.find(({ title }) => title === asTitle(sample)) ?? []);
  const [first, ...others] = some;
  for (const { _id: bug } of others)
    await admin.call('PUT', `/api/bugs/${first?._id}/relations`, { kind: 'blocks', bug });
  await admin.call('PUT', `/api/bugs/${others.at(-1)?._id}/duplicate-of`, { bug: first?._id });
  return some;
}
