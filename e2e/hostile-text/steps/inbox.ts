import { expect } from '#e2e/harness/fixtures.ts';
import type { Person } from '#e2e/harness/person.ts';
import { asTitle, each, names, payloads } from '#e2e/hostile-text/xss-planting.ts';
import { readColumns, shown } from '#e2e/hostile-text/xss-reading.ts';
import type { WithNames } from '#e2e/hostile-text/xss-sweep.ts';
import { expectOnlyOwnElements } from '#e2e/hostile-text/xss-watch.ts';

export const withNames: WithNames = [
  {
    title: 'Inbox: titles, names of users who acted, and a bug beside the list',
    async run({ page, admin, people }) {
      await plantInbox(people, admin);
      const count = async () => (await admin.call('GET', '/api/inbox/count')).body as { unread: number };
      await expect.poll(async () => (await count()).unread).toBe(payloads.length);
      await page.goto('/inbox');
      await expect(async () => {
        const [titles, actions] = await readColumns(page, ['li[data-place] a > bdi', 'li[data-place] a + p']);
        expect(shown(titles ?? [])).toEqual(shown([...new Set(payloads.map(asTitle))]));
        const filed = names.map((name) => `${name.trim()} filed the bug and assigned you`);
        expect(shown(actions ?? [])).toEqual(shown(filed));
      }).toPass();
      await expectOnlyOwnElements(page);
      await page.locator('li[data-place] a').last().click();
      await expect(page.getByRole('complementary').getByRole('heading').first()).toBeVisible();
      await expectOnlyOwnElements(page);
    },
  },
];

/** A bug for each payload in the inbox of a user, filed by users named by payloads. */
async function plantInbox(people: readonly Person[], { _id }: Person): Promise<void> {
  await each(payloads, async (payload, index) => {
    await people[index % people.length]!.files({ title: asTitle(payload), assignedTo: _id });
  });
}
