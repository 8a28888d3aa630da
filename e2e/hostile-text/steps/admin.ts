import { expect } from '#e2e/harness/fixtures.ts';
import type { Person } from '#e2e/harness/person.ts';
import { button, choose, select } from '#e2e/harness/screen.ts';
import { asTitle, each, few, names, samples } from '#e2e/hostile-text/xss-planting.ts';
import { shown } from '#e2e/hostile-text/xss-reading.ts';
import type { WithNames } from '#e2e/hostile-text/xss-sweep.ts';
import { expectOnlyOwnElements } from '#e2e/hostile-text/xss-watch.ts';

export const withNames: WithNames = [
  {
    title: 'Users, their menu and its dialogs',
    async run({ page, admin, ada, people }) {
      await page.goto('/admin/users');
      const users = page.getByRole('row').filter({ has: page.getByRole('cell') });
      await expect(users).toHaveCount(people.length + 2);
      const cells = (column: string) => page.locator(`td[data-label="${column}"]`).allTextContents();
      expect(shown(await cells('Name'))).toEqual(shown([...names, admin.name, ada.name]));
      expect(shown(await cells('Email'))).toEqual(shown([...people, admin, ada].map(({ email }) => email)));
      const inOrder = await cells('Name');
      for (const name of few.filter((text) => names.includes(text))) {
        await users.nth(inOrder.indexOf(name)).getByRole('button').click();
        await page.getByRole('menuitem', { name: 'Suspend' }).click();
        await expect(page.getByRole('dialog')).toContainText(name);
        await button(page, 'Cancel').click();
      }
      await expectOnlyOwnElements(page);
    },
  },
  {
    title: 'Audit: affected users, titles of deleted bugs, and the choice of a user',
    async run({ page, admin, ada, people }) {
      await plantDeletions(ada);
      await page.goto('/admin/audit?action=bug+deleted');
      const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
      await expect(rows).toHaveCount(samples.length);
      const details = await page.locator('td:nth-child(5)').allTextContents();
      expect(shown(details.map((text) => text.replace(/^#\d+ /, '')))).toEqual(shown(samples));
      await select(page, 'User').click();
      await expect
        .poll(async () => shown(await page.getByRole('option').allTextContents()))
        .toEqual(shown([...names, admin.name, ada.name, 'Everyone']));
      await page.keyboard.press('Escape');
      await choose(page, 'Action', 'Registered');
      await expect(rows).toHaveCount(people.length + 2);
      const whom = await page.locator('td:nth-child(4)').allTextContents();
      expect(shown(whom)).toEqual(shown([...names, admin.name, ada.name]));
      await expectOnlyOwnElements(page);
    },
  },
];

/** Deleted bugs, whose titles are in the audit trail. */
async function plantDeletions(person: Person): Promise<void> {
  await each(samples, async (title) => person.deletes(await person.files({ title: asTitle(title) })));
}
