import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, field, rows } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

/** Composes texts in the focused field, as input methods for Chinese, Japanese and Korean do. */
async function inputMethod(page: Page) {
  const session = await page.context().newCDPSession(page);
  return {
    /** Shows a text that is not chosen yet. */
    compose: (text: string) =>
      session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      }),
    choose: (text: string) => session.send('Input.insertText', { text }),
    /** A key for the input method, as Chromium sends it, or as Safari does after it has chosen a text. */
    async press(key: string, isSafari = false, isControlled = false) {
      await page.evaluate(
        ([pressed, keyCode, isComposing, ctrlKey]) =>
          document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', {
              key: pressed,
              // oxlint-disable-next-line typescript/no-deprecated -- No other property shows Safari's.
              keyCode,
              isComposing,
              ctrlKey,
              bubbles: true,
              cancelable: true,
            }),
          ),
        [key, isSafari ? 229 : 0, !isSafari, isControlled] as const,
      );
    },
  };
}

test('nothing acts on a text before an input method has composed it', async ({ open, ada, bob }) => {
  await ada.files({ title: '登录失败' });
  const bug = await ada.files({ title: '请看一下' });
  const page = await open('/bugs', { as: ada });
  const { compose, choose, press } = await inputMethod(page);
  await expect(rows(page)).toHaveCount(2);

  await test.step('the search box', async () => {
    await field(page, 'Search').focus();
    await compose('deng');
    await press('Enter');
    await press('Escape');
    await expect(field(page, 'Search')).toHaveValue('deng');
    await expect(field(page, 'Search')).toBeFocused();
    await choose('登录');
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL(/\?q=%E7%99%BB%E5%BD%95$/);
    await press('Enter', true);
    await expect(field(page, 'Search')).toBeFocused();
    await field(page, 'Search').fill('');
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('the menu of filters', async () => {
    await button(page, 'Filter').click();
    const find = page.getByRole('combobox', { name: 'Filter by…' });
    const offered = page.getByRole('dialog').getByRole('option');
    await expect(offered.first()).toBeVisible();
    const all = await offered.count();
    await compose('ass');
    await expect(offered).toHaveCount(all);
    await press('Enter');
    await expect(find).toHaveValue('ass');
    await choose('assign');
    await expect(offered).toHaveCount(1);
    await press('Enter', true);
    await expect(find).toHaveValue('assign');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Assigned to' })).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('the palette', async () => {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Jump to…' });
    await expect(palette.getByRole('option').first()).toBeVisible();
    const before = await palette.getByRole('option').allTextContents();
    await compose('deng');
    await expect(palette.getByRole('combobox')).toHaveValue('deng');
    expect(await palette.getByRole('option').allTextContents()).toEqual(before);
    await choose('登录');
    await expect(palette.getByRole('option')).toContainText(['登录失败']);
    await press('Enter', true);
    await expect(palette).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('people, mentions and sending a comment', async () => {
    await page.goto(`/bugs/${bug._id}`);
    await expect(page.getByRole('heading', { name: bug.title })).toBeVisible();
    await page.keyboard.press('a');
    const people = page.getByRole('dialog').getByRole('option');
    await expect(people.first()).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    const all = await people.count();
    await compose(bob.name);
    await expect(people).toHaveCount(all);
    await choose(bob.name);
    await expect(people).toHaveText([bob.name]);
    await page.keyboard.press('Escape');

    const comment = field(page, 'New comment');
    await comment.focus();
    await page.keyboard.type('@');
    await compose(bob.name);
    await expect(page.getByRole('listbox', { name: 'People to mention' })).toBeHidden();
    await press('Enter', false, true);
    await press('Enter', true, true);
    await choose(bob.name);
    await expect(page.getByRole('listbox', { name: 'People to mention' })).toBeVisible();
    await press('Enter', true);
    await expect(comment).toHaveValue(`@${bob.name}`);
    await page.keyboard.press('Enter');
    await expect(comment).toHaveValue(`@${bob.name} `);
    await page.keyboard.press('Control+Enter');
    await expect(comment).toHaveValue('');
  });
});

test('shortcuts go by the letter, and by the place of the key in layouts without Latin letters', async ({
  open,
  ada,
}) => {
  const page = await open('/bugs', { as: ada });
  const press = (key: string, code: string, held: { ctrlKey?: true; modifierCapsLock?: true } = {}) =>
    page.evaluate(
      (init) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true })),
      { key, code, ...held },
    );
  const palette = page.getByRole('dialog', { name: 'Jump to…' });
  await expect(button(page, 'Filter')).toBeVisible();
  await press('л', 'KeyK', { ctrlKey: true });
  await expect(palette).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await press('C', 'KeyC', { modifierCapsLock: true });
  await expect(field(page, 'Title')).toBeFocused();
});
