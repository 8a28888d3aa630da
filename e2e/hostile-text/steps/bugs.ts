import { expect } from '#e2e/harness/fixtures.ts';
import { button, chooseMore, field, select } from '#e2e/harness/screen.ts';
import { asTitle, names, everyPayload, few, inMarkdown, payloads } from '#e2e/hostile-text/xss-planting.ts';
import { shown, sweep } from '#e2e/hostile-text/xss-reading.ts';
import type { WithNames, WithTexts } from '#e2e/hostile-text/xss-sweep.ts';
import { expectOnlyOwnElements } from '#e2e/hostile-text/xss-watch.ts';

export const withNames: WithNames = [
  {
    title: 'Bug Details: all payloads in one description, and some in edit mode and dialog',
    async run({ page, admin, bugs }) {
      for (const sample of few) {
        const bug = bugs.find(({ title }) => title === asTitle(sample));
        await sweep(page, [{ path: `/bugs/${bug?._id}`, heading: sample.trim() }]);
        await button(page, 'Edit').click();
        await expect(field(page, 'Description')).toHaveValue(sample);
        await button(page, 'Delete').click();
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      }
      const everything = await admin.files({ description: everyPayload.join('\n') });
      await page.goto(`/bugs/${everything._id}`);
      await expect(page.getByText(payloads[0]!).first()).toBeVisible();
      await expectOnlyOwnElements(page);
      await chooseMore(page, 'Show source');
      const bare = (text: string | null) => text?.replaceAll(/\s/g, '');
      const source = await page.getByRole('group', { name: 'Source' }).textContent();
      expect(bare(source)).toBe(bare(everything.description));
      await expectOnlyOwnElements(page);
    },
  },
  {
    title: 'Create Bug: names of all possible assignees',
    async run({ page, admin, ada }) {
      await page.goto('/bugs/create');
      await select(page, 'Assign To').click();
      expect(shown(await page.getByRole('option').allTextContents())).toEqual(
        shown([...names, admin.name, ada.name, 'Unassigned']),
      );
      await expectOnlyOwnElements(page);
      await page.keyboard.press('Escape');
    },
  },
];

export const withTexts: WithTexts = [
  {
    title: 'Bug Details: payloads in Markdown, as addresses, titles, languages and in tables',
    async run({ page, admin }) {
      // In pieces small enough to be formatted, because a text has a maximum number of elements.
      const pieces = Math.ceil(inMarkdown.length / 600);
      for (let piece = 0; piece < pieces; piece += 1) {
        const description = inMarkdown.filter((_, at) => at % pieces === piece).join('\n\n');
        const bug = await admin.files({ description });
        await page.goto(`/bugs/${bug._id}`);
        await expect(page.locator('main pre .hljs-string, main pre .hljs-comment').first()).toBeAttached();
        await expect(page.getByRole('checkbox').first()).toBeVisible();
        await expectOnlyOwnElements(page);
      }
    },
  },
  {
    title: 'Activity: all payloads removed from a description, and added in another order',
    async run({ page, admin }) {
      const bug = await admin.files({ title: payloads[0]!, description: everyPayload.join('\n') });
      await admin.edits(bug, { title: payloads[1]!, description: everyPayload.toReversed().join('\n') });
      await page.goto(`/bugs/${bug._id}`);
      for (const label of ['Title', 'Description']) await button(page, `What changed in ${label}`).click();
      await page.getByRole('button', { name: /^Show all/ }).click();
      const said = await page.getByRole('group', { name: 'What changed in Description' }).textContent();
      for (const text of everyPayload)
        for (const line of text.split(/\r\n|\r|\n/)) expect(said).toContain(line);
      await expectOnlyOwnElements(page);
    },
  },
];
