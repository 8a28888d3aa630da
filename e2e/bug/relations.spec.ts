import type { Page } from '@playwright/test';
import { expectNothingSerious } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import { button, chooseMore, field, goWithin, row, select } from '#e2e/harness/screen.ts';

/** Chooses the bug in a dialog, by its number. */
async function pick(page: Page, { number, title }: { number: number; title: string }): Promise<void> {
  await field(page.getByRole('dialog'), 'Bug').fill(`#${number}`);
  await page.getByRole('option', { name: title }).click();
}

test.describe('Relations', () => {
  test('are seen live from both bugs; open children are asked about on Resolve', async ({ open, ada }) => {
    const [one, other] = [
      await ada.files({ title: unique('One') }),
      await ada.files({ title: unique('Other') }),
    ];
    const list = await open('/bugs', { as: ada });
    const page = await open(`/bugs/${one._id}`, { as: ada });
    const seen = await open(`/bugs/${other._id}`, { as: ada });
    const dialog = page.getByRole('dialog');
    const panel = (of: Page) => of.getByRole('region', { name: 'Relations' });
    await expect(button(page, 'More')).toBeVisible();
    await expect(panel(page)).toBeHidden();
    await test.step('a bug blocks another one', async () => {
      await page.keyboard.press('Shift+R');
      await button(dialog, 'Add relation').click();
      await expect(dialog.getByText('Choose a bug')).toBeVisible();
      await pick(page, other);
      await expectNothingSerious(page);
      await button(dialog, 'Add relation').click();
      await expect(panel(page)).toContainText(`Blocked by#${other.number}${other.title}Open`);
      await expect(panel(seen)).toContainText(`Blocks#${one.number}${one.title}Open`);
      await expect(row(list, one.title)).toContainText('Blocked');
      await expect(page.getByRole('region', { name: 'Activity' })).toContainText(
        `marked this as blocked by #${other.number} ${other.title}`,
      );
    });
    await test.step('a circle is refused with its path', async () => {
      await chooseMore(seen, 'Add relation…');
      await pick(seen, one);
      await button(seen.getByRole('dialog'), 'Add relation').click();
      await expect(seen.getByRole('dialog')).toContainText(
        `#${one.number} blocks #${other.number}, which blocks #${one.number}`,
      );
      await seen.keyboard.press('Escape');
    });
    await test.step('once the other bug is resolved, it no longer blocks', async () => {
      await chooseMore(seen, 'Resolve');
      await expect(panel(page)).toContainText('Resolved');
      await expect(row(list, one.title)).not.toContainText('Blocked');
      await button(seen, 'Reopen').click();
      await expect(row(list, one.title)).toContainText('Blocked');
    });
    await test.step('a relation is removed, and Undo brings it back', async () => {
      await button(page, `Remove Blocked by #${other.number}`).click();
      await expect(panel(seen)).toBeHidden();
      await button(page, 'Undo').click();
      await expect(panel(seen)).toContainText(one.title);
      await button(page, `Remove Blocked by #${other.number}`).click();
    });
    await test.step('resolving a parent asks about its open child', async () => {
      await chooseMore(page, 'Add relation…');
      await select(dialog, 'Relation').click();
      await page.getByRole('option', { name: 'Is the parent of' }).click();
      await pick(page, other);
      await button(dialog, 'Add relation').click();
      await expect(panel(page)).toContainText('0 of 1 resolved');
      await chooseMore(page, 'Resolve');
      await expect(dialog).toContainText('1 child is not resolved');
      await expect(dialog).toContainText(other.title);
      await expectNothingSerious(page);
      await button(dialog, 'Resolve').click();
      await expect(button(page, 'Reopen')).toBeVisible();
    });
  });

  test('a link to a duplicate leads on to the final bug; Back does not', async ({ open, ada }) => {
    const title = unique('Marmalade overflows');
    const [one, other] = [await ada.files({ title }), await ada.files({ title: `${title} again` })];
    const page = await open(`/bugs/${one._id}`, { as: ada });
    const dialog = page.getByRole('dialog');
    const isDuplicate = page.getByText('This bug is a duplicate');
    await test.step('similar bugs are offered', async () => {
      await chooseMore(page, 'Mark as duplicate…');
      await field(dialog, 'Bug').press('ArrowDown');
      await page.getByRole('option', { name: other.title }).click();
      await expectNothingSerious(page);
      await button(dialog, 'Mark as duplicate').click();
      // One that becomes a duplicate while it is shown stays.
      await expect(isDuplicate).toBeVisible();
      await expect(page).toHaveURL(new RegExp(one._id));
      await expectNothingSerious(page);
    });
    await test.step('the link of the duplicate leads on, with a way back', async () => {
      await goWithin(page, '/bugs');
      await expect(page.getByRole('heading', { name: 'Bug List' })).toBeVisible();
      await goWithin(page, `/bugs/${one.number}`);
      await expect(page).toHaveURL(new RegExp(other._id));
      await expect(page.getByText('You followed a link to a duplicate')).toBeVisible();
      await expectNothingSerious(page);
      await page
        .getByRole('main')
        .getByRole('link', { name: `#${one.number}`, exact: true })
        .first()
        .click();
      await expect(isDuplicate).toBeVisible();
      await page
        .getByRole('link', { name: `#${other.number} ${other.title}` })
        .first()
        .click();
      await expect(page).toHaveURL(new RegExp(other._id));
      await page.goBack();
      await expect(isDuplicate).toBeVisible();
      await page.reload();
      await expect(isDuplicate).toBeVisible();
    });
    await test.step('the mark can be taken back', async () => {
      await button(page, 'Not a duplicate').click();
      await expect(isDuplicate).toBeHidden();
      await expect(button(page, 'Start')).toBeVisible();
    });
  });
});
