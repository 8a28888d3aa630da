import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { Label } from '#contract/classification/labels.ts';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, expectToFit, row } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

const current = (page: Page) =>
  page.getByRole('list', { name: 'Bugs that wait for triage' }).locator('[data-current="true"]');
const beside = (page: Page, { title }: Bug) => page.getByRole('complementary', { name: title });

test.describe('Triage of new bugs', () => {
  test('thirty bugs are gone through with ninety keys or fewer, and what was done can be undone', async ({
    open,
    ada,
    admin,
  }) => {
    test.slow();
    for (const name of ['Crash', 'Menu', 'Zoom'])
      await admin.call('POST', '/api/labels', { name, color: 'red' });
    const bugs: Bug[] = [];
    for (let number = 1; number <= 31; number += 1)
      bugs.unshift(await ada.files({ title: `Bug no. ${number}.`, priority: 'medium' }));
    const page = await open('/bugs', { as: admin });
    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    const at = async (bug: Bug) => {
      await expect(current(page)).toContainText(bug.title);
      // Its keys are there with its code.
      await expect(beside(page, bug)).toBeVisible();
    };
    await expect(button(page, 'Search').or(page.getByRole('searchbox'))).toBeVisible();
    await press('g');
    await press('t');

    await test.step('y accepts; 1 and 3 set the priority; l 1 labels; i assigns to me; q 1 asks; h 1 snoozes', async () => {
      for (const [place, bug] of bugs.slice(0, 30).entries()) {
        await at(bug);
        switch (place % 6) {
          case 0:
            await press('y');
            break;
          case 1:
            await press('1');
            await press('y');
            break;
          case 2:
            await press('l');
            await expect(page.getByRole('menu', { name: 'Add label' })).toBeVisible();
            await press('1');
            await press('y');
            break;
          case 3:
            await expect(beside(page, bug).getByText('Unassigned')).toBeVisible();
            await press('i');
            break;
          case 4:
            await press('q');
            await expect(page.getByRole('menu', { name: 'Ask the reporter' })).toBeVisible();
            await press('1');
            break;
          default:
            await press('h');
            await expect(page.getByRole('menu', { name: 'Snooze' })).toBeVisible();
            await press('1');
        }
      }
      await at(bugs[30]!);
      expect(keys).toBeLessThanOrEqual(90);
      test.info().annotations.push({ type: 'keys', description: String(keys) });
    });
    await test.step('all of it is stored', async () => {
      await expect(async () => {
        const stored = await Promise.all(bugs.slice(0, 6).map((bug) => ada.reads(bug)));
        expect(stored).toMatchObject([
          { triaged: true, priority: 'medium' },
          { triaged: true, priority: 'high' },
          { triaged: true, labels: [{ name: 'Crash' }] },
          { triaged: false, assignedTo: { _id: admin._id } },
          { triaged: false, question: { text: 'What are the steps to reproduce this?' } },
          { triaged: false, question: null },
        ]);
      }).toPass();
      // The digit that chose in a menu is not a priority, too: neither of the bug at hand nor of the one after it.
      await expect(async () => {
        const all = await Promise.all(bugs.map((bug) => ada.reads(bug)));
        expect(all.map(({ priority }) => priority)).toEqual(
          bugs.map((_, place) => (place < 30 && place % 6 === 1 ? 'high' : 'medium')),
        );
      }).toPass({ timeout: 60_000 });
      await page.reload();
      await at(bugs[30]!);
    });
    await test.step('u takes back the last step, one after another', async () => {
      await page.keyboard.press('y');
      await expect(page.getByText('No bug waits for triage.')).toBeVisible();
      await expectNothingSeriousInLightAndDark(page);
      await page.keyboard.press('u');
      await at(bugs[30]!);
      expect(await ada.reads(bugs[30]!)).toMatchObject({ triaged: false });
    });
    await test.step('u takes back an edit of the panel, too, which is reported once', async () => {
      await page.keyboard.press('i');
      await expect(page.getByText('No bug waits for triage.')).toBeVisible();
      await expect(button(page, 'Undo')).toHaveCount(1);
      await expect(page.getByText(`Assigned To of #${bugs[30]!.number} is now`)).toHaveCount(1);
      await page.keyboard.press('u');
      await at(bugs[30]!);
      await expect(page.getByText(`Assigned To of #${bugs[30]!.number} is Unassigned again.`)).toBeVisible();
      expect(await ada.reads(bugs[30]!)).toMatchObject({ assignedTo: null });
    });
    await test.step('labels that are set at the same moment are all kept, and u removes its own alone', async () => {
      const bug = bugs[30]!;
      const all = (await ada.call('GET', '/api/labels')).body as Label[];
      const zoom = all.find(({ name }) => name === 'Zoom')!._id;
      const names = async () => (await ada.reads(bug)).labels.map(({ name }) => name);
      const stored = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      let isHeld = false;
      await page.route(`**/api/bugs/${bug._id}`, async (route) => {
        if (isHeld || route.request().method() !== 'PUT') return route.fallback();
        isHeld = true;
        const response = await route.fetch();
        stored.resolve();
        await held.promise;
        return route.fulfill({ response });
      });
      for (const digit of ['1', '2']) {
        await page.keyboard.press('l');
        await expect(page.getByRole('menu', { name: 'Add label' })).toBeVisible();
        await page.keyboard.press(digit);
      }
      await stored.promise;
      const { labels } = await ada.reads(bug);
      await ada.edits(bug, { labels: [...labels.map(({ _id }) => _id), zoom] });
      await expect(page.getByText(`#${bug.number} has the label`)).toBeHidden();
      held.resolve();
      await expect.poll(names).toEqual(['Crash', 'Menu', 'Zoom']);
      await expect(page.getByText(`#${bug.number} has the label`)).toBeVisible();
      await page.keyboard.press('u');
      await expect.poll(names).toEqual(['Crash', 'Zoom']);
      await page.keyboard.press('u');
      await expect.poll(names).toEqual(['Zoom']);
    });
    await test.step('on a phone, by buttons', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await expectToFit(page);
      await expectNothingSeriousInLightAndDark(page);
      await button(page, 'Accept').click();
      await expect(page.getByText('No bug waits for triage.')).toBeVisible();
    });
    await test.step('the reporter sees the question, and answers it by a comment', async () => {
      const asked = bugs[4]!;
      const hers = await open(`/bugs`, { as: ada });
      await expect(row(hers, asked.title)).toContainText('Question to the reporter');
      await hers.goto(`/bugs/${asked._id}`);
      const banner = hers.getByText(`${admin.name} asks you`);
      await expect(banner).toBeVisible();
      await expectNothingSeriousInLightAndDark(hers);
      await ada.call('POST', `/api/bugs/${asked._id}/comments`, { body: 'Open the menu.' });
      await expect(banner).toBeHidden();
      // It waits again.
      await at(asked);
    });
  });
});
