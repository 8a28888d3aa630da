import { standardViews, type View } from '#contract/bugs/views.ts';
import { expect } from '#e2e/harness/fixtures.ts';
import type { Person } from '#e2e/harness/person.ts';
import { button } from '#e2e/harness/screen.ts';
import { each, payloads } from '#e2e/hostile-text/xss-planting.ts';
import { shown } from '#e2e/hostile-text/xss-reading.ts';
import type { WithTexts } from '#e2e/hostile-text/xss-sweep.ts';
import { expectOnlyOwnElements } from '#e2e/hostile-text/xss-watch.ts';

export const withTexts: WithTexts = [
  {
    title: 'Views: in the bar, their menu, their list and as headings',
    async run({ page, admin }) {
      const views = await plantViews(admin);
      expect(views.length).toBeGreaterThan(payloads.length / 2);
      const namesOfViews = views.map(({ name }) => name);
      await page.goto('/views');
      await expect(page.locator('tbody tr')).toHaveCount(views.length + standardViews.length);
      expect(shown(await page.locator('tbody td.name').allTextContents())).toEqual(
        shown([...namesOfViews, ...standardViews.map(({ name }) => name)]),
      );
      await expect(page.getByRole('navigation').getByText(namesOfViews[0]!, { exact: true })).toBeVisible();
      await expectOnlyOwnElements(page);
      await page.goto(`/views/${views[0]?._id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(namesOfViews[0]!);
      await button(page, 'Views').click();
      await expect(page.getByRole('menuitem')).toHaveCount(views.length + standardViews.length + 3);
      await expectOnlyOwnElements(page);
    },
  },
];

/** Views named by the payloads that are valid names of views; the first ten are pinned. */
async function plantViews(owner: Person): Promise<View[]> {
  const views: View[] = [];
  await each(payloads, async (name) => {
    const { status, body } = await owner.call('POST', '/api/views', { name, query: '' });
    if (status === 201) views.push(body as View);
  });
  const places = views.map(({ _id }, at) => ({ _id, isPinned: at < 10 }));
  await owner.call('PUT', '/api/views/order', { views: places });
  return views;
}
