import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { Label } from '#contract/classification/labels.ts';
import { expectNothingSerious, expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, expectToFit, goWithin, holdBack, row } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

const current = (page: Page) =>
  page.getByRole('list', { name: 'Bugs that wait for triage' }).locator('[data-current="true"]');
const beside = (page: Page, { title }: Bug) => page.getByRole('complementary', { name: title });

test.describe('Triage of new bugs', () => {
  test('three keys or fewer decide on each bug, and can be undone', async ({ open, ada, admin }) => {
    for (const name of ['Crash', 'Menu', 'Zoom'])
      await admin.call('POST', '/api/labels', { name, color: 'red' });
    // Each of six ways twice.
    const count = 12;
    const bugs: Bug[] = [];
    for (let number = 1; number <= count + 1; number += 1)
      bugs.unshift(await ada.files({ title: `Bug no. ${number}.`, priority: 'medium' }));
    const last = bugs.at(-1)!;
    const page = await open('/bugs', { as: admin });
    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    const at = async (bug: Bug) => {
      await expect(current(page)).toContainText(bug.title);
      // Its keys load with its code.
      await expect(beside(page, bug)).toBeVisible();
    };
    await expect(button(page, 'Search').or(page.getByRole('searchbox'))).toBeVisible();
    await press('g');
    await press('t');

    await test.step('y accepts, 1 and 3 set priorities, l labels, i assigns to me, q asks, h snoozes', async () => {
      for (const [place, bug] of bugs.slice(0, count).entries()) {
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
            await press('y');
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
      await at(last);
      // As decision 48 says: the steps above need no more.
      expect(keys).toBe(26);
    });
    await test.step('all decisions are stored', async () => {
      await expect(async () => {
        const stored = await Promise.all(bugs.slice(0, 6).map((bug) => ada.reads(bug)));
        expect(stored).toMatchObject([
          { triaged: true, priority: 'medium' },
          { triaged: true, priority: 'high' },
          { triaged: true, labels: [{ name: 'Crash' }] },
          { triaged: true, assignedTo: { _id: admin._id } },
          { triaged: false, question: { text: 'What are the steps to reproduce this?' } },
          { triaged: false, question: null },
        ]);
      }).toPass();
      const snoozes = (await admin.call('GET', '/api/triage/snoozes')).body as { bug: string }[];
      expect(snoozes.map(({ bug }) => bug).toSorted()).toEqual([bugs[5]!._id, bugs[11]!._id].toSorted());
      // A digit that chooses in a menu does not also set a priority: neither of the current bug nor of the next one.
      await expect(async () => {
        const all = await Promise.all(bugs.map((bug) => ada.reads(bug)));
        expect(all.map(({ priority }) => priority)).toEqual(
          bugs.map((_, place) => (place < count && place % 6 === 1 ? 'high' : 'medium')),
        );
      }).toPass({ timeout: 60_000 });
    });
    await test.step('u takes back the last step, one after another', async () => {
      await page.keyboard.press('y');
      await expect(page.getByText('No bug waits for triage.')).toBeVisible();
      await page.keyboard.press('u');
      await at(last);
      await expect.poll(() => ada.reads(last)).toMatchObject({ triaged: false });
    });
    await test.step('u takes back an edit of the panel, too, which is reported once', async () => {
      await page.keyboard.press('i');
      await expect(button(page, 'Undo')).toHaveCount(1);
      await expect(page.getByText(`#${last.number}: assigned to `)).toHaveCount(1);
      await page.keyboard.press('u');
      await at(last);
      await expect(page.getByText(`#${last.number}: unassigned again`)).toBeVisible();
      await expect.poll(() => ada.reads(last)).toMatchObject({ assignedTo: null });
    });
    await test.step('labels that are set at the same moment all stay, and u removes only its own', async () => {
      const all = (await ada.call('GET', '/api/labels')).body as Label[];
      const zoom = all.find(({ name }) => name === 'Zoom')!._id;
      const names = async () => (await ada.reads(last)).labels.map(({ name }) => name);
      const stored = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      let isHeld = false;
      await page.route(`**/api/bugs/${last._id}`, async (route) => {
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
      const { labels } = await ada.reads(last);
      await ada.edits(last, { labels: [...labels.map(({ _id }) => _id), zoom] });
      await expect(page.getByText(`#${last.number}: label Menu`)).toBeHidden();
      held.resolve();
      await expect.poll(names).toEqual(['Crash', 'Menu', 'Zoom']);
      await expect(page.getByText(`#${last.number}: label Menu`)).toBeVisible();
      await page.keyboard.press('u');
      await expect.poll(names).toEqual(['Crash', 'Zoom']);
      await page.keyboard.press('u');
      await expect.poll(names).toEqual(['Zoom']);
    });
    await test.step('the text is in sight with the facts for the decision, also on a phone', async () => {
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect(beside(page, last).getByText(last.description)).toBeInViewport({ ratio: 1 });
        for (const label of ['Priority', 'Assigned To', 'Labels'])
          await expect(beside(page, last).getByRole('term').filter({ hasText: label })).toBeInViewport();
      }
    });
    await test.step('on a phone, a button accepts a bug', async () => {
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
      await goWithin(hers, `/bugs/${asked._id}`);
      const banner = hers.getByText(`${admin.name} asks you`);
      await expect(banner).toBeVisible();
      await expectNothingSerious(hers);
      await ada.call('POST', `/api/bugs/${asked._id}/comments`, { body: 'Open the menu.' });
      await expect(banner).toBeHidden();
      // It waits again.
      await at(asked);
    });
  });

  test('the current bug stays until the user goes on, even when others change it', async ({
    open,
    ada,
    bob,
    admin,
  }) => {
    const component = await admin.call('POST', '/api/components', { name: 'Renderer' });
    expect(component.status).toBe(201);
    const behind = await ada.files({ title: 'Behind' });
    const bugs = [await ada.files({ title: 'Second' }), await ada.files({ title: 'First' })].toReversed();
    const [first, second] = [bugs[0]!, bugs[1]!];
    const page = await open('/triage', { as: admin });
    const stays = async (bug: Bug, text: string) => {
      await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
      await expect(current(page)).toContainText(bug.title);
      await expect(beside(page, bug)).toBeVisible();
    };
    await expect(beside(page, first)).toBeVisible();

    await test.step('keys set a component, an assignee and a priority', async () => {
      await page.keyboard.press('o');
      await expect(page.getByRole('menu', { name: 'Set component' })).toBeVisible();
      await page.keyboard.press('1');
      await page.keyboard.press('i');
      await page.keyboard.press('1');
      const all = { component: { name: 'Renderer' }, assignedTo: { _id: admin._id }, priority: 'high' };
      await expect.poll(() => ada.reads(first)).toMatchObject(all);
      await expect(current(page)).toContainText(first.title);
      await page.keyboard.press('y');
      await expect(current(page)).toContainText(second.title);
      expect(await ada.reads(second)).toMatchObject({ triaged: false, assignedTo: null });
    });
    await test.step('keys do nothing before the bug is shown, and the keys after them are dropped', async () => {
      await expect(beside(page, second)).toBeVisible();
      const release = await holdBack(page, 'GET', `/api/bugs/${behind._id}`);
      await page.keyboard.press('j');
      await expect(current(page)).toContainText(behind.title);
      await page.keyboard.type('ayky1');
      await expect(page.getByText('The bug is still loading: nothing was done.')).toBeVisible();
      await expect(current(page)).toContainText(behind.title);
      release();
      await expect(beside(page, behind)).toBeVisible();
      expect(await ada.reads(behind)).toMatchObject({ triaged: false, version: 1 });
      await page.unrouteAll();
      await page.getByRole('button', { name: second.title }).click();
      await expect(current(page)).toContainText(second.title);
    });
    await test.step('u shows its bug at once, and not again once it is stored', async () => {
      await expect(beside(page, second)).toBeVisible();
      await page.keyboard.press('y');
      await expect(beside(page, behind)).toBeVisible();
      await expect.poll(() => ada.reads(second)).toMatchObject({ triaged: true });
      const release = await holdBack(page, 'PUT', `/api/bugs/${second._id}/triaged`);
      await page.keyboard.press('u');
      await expect(current(page)).toContainText(second.title);
      await page.keyboard.press('j');
      await expect(current(page)).toContainText(behind.title);
      release();
      await expect(page.getByText(`#${second.number}: undone`)).toBeVisible();
      expect(await ada.reads(second)).toMatchObject({ triaged: false });
      await expect(current(page)).toContainText(behind.title);
      await page.unrouteAll();
      await page.getByRole('button', { name: second.title }).click();
      await expect(current(page)).toContainText(second.title);
    });
    await test.step('the bug stays when others accept, resolve or delete it', async () => {
      await expect(beside(page, second)).toBeVisible();
      await ada.call('PUT', `/api/bugs/${second._id}/triaged`, { triaged: true });
      await stays(second, 'This bug has been accepted.');
      await ada.call('PUT', `/api/bugs/${second._id}/status`, { status: 'resolved' });
      await stays(second, 'The status of this bug is now Resolved.');
      await ada.call('DELETE', `/api/bugs/${second._id}`);
      await expect(page.getByText('This bug was deleted.')).toBeVisible();
      await expect(current(page)).toContainText(second.title);
      await page.keyboard.press('j');
      await expect(current(page)).toContainText(behind.title);
      await expect(page.getByText(second.title)).toHaveCount(0);
    });
    await test.step('a bug marked as a duplicate leaves, and the next one comes', async () => {
      const next = await bob.files({ title: 'Next' });
      await button(page, 'Show oldest first').click();
      await expect(beside(page, behind)).toBeVisible();
      await page.keyboard.press('d');
      await page.getByRole('dialog').getByRole('combobox').fill(`#${next.number}`);
      await page.getByRole('option', { name: next.title }).click();
      await button(page, 'Mark as duplicate').click();
      await expect(current(page)).toContainText(next.title);
      expect(await ada.reads(behind)).toMatchObject({ resolution: 'duplicate' });
    });
    await test.step('an admin accepts all that wait, but not what is filed meanwhile', async () => {
      await ada.files({ title: 'Old' });
      await expect(page.getByText('Waiting for triage: 2')).toBeVisible();
      const counted = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/triage');
      await button(page, 'Accept all existing').click();
      await counted;
      const later = await ada.files({ title: 'Later' });
      await expect(page.getByText('Waiting for triage: 3')).toBeAttached();
      await button(page, 'Accept').click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByText('Waiting for triage: 1')).toBeVisible();
      await page.keyboard.press('j');
      await expect(current(page)).toContainText(later.title);
    });
  });
});
