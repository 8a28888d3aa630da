import { expect } from '#e2e/harness/fixtures.ts';
import { button } from '#e2e/harness/screen.ts';
import { payloads } from '#e2e/hostile-text/xss-planting.ts';
import { shown } from '#e2e/hostile-text/xss-reading.ts';
import type { WithNames } from '#e2e/hostile-text/xss-sweep.ts';
import { expectOnlyOwnElements } from '#e2e/hostile-text/xss-watch.ts';

export const withNames: WithNames = [
  {
    title: 'Votes: environments, and names of users who have the bug',
    async run({ page, admin, people, server }) {
      const bug = await admin.files();
      const at = new Date().toISOString();
      const votes = people.map(({ _id }, i) => {
        const environment = payloads[i % payloads.length]!.slice(0, 500);
        return { bug_id: bug._id, user_id: _id, environment, at };
      });
      await server.write((tx) => tx.insertInto('bug_votes').values(votes).execute());
      await page.goto(`/bugs/${bug._id}`);
      await button(page, `${people.length} people have this`).click();
      await button(page, 'Show all').click();
      const listed = page.getByRole('list', { name: 'Users affected by this bug' }).getByRole('listitem');
      await expect(listed).toHaveCount(people.length);
      expect(shown(await listed.locator('> bdi').allTextContents())).toEqual(
        shown(votes.map(({ environment }) => environment)),
      );
      await expectOnlyOwnElements(page);
    },
  },
];
