import type { Page } from '@playwright/test';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import { button, field } from '#e2e/harness/screen.ts';

const description = (page: Page) => field(page, 'Description');
const select = (page: Page, from: number, to: number) =>
  description(page).evaluate((input: HTMLTextAreaElement, range) => input.setSelectionRange(...range), [
    from,
    to,
  ] as [number, number]);

async function paste(page: Page, text: string): Promise<void> {
  const goesOn = await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    return document.activeElement?.dispatchEvent(event) ?? false;
  }, text);
  if (goesOn) await page.keyboard.insertText(text);
}

test('Markdown is written by tools, keys and pasting, and is previewed', async ({ open, ada }) => {
  const page = await open('/bugs/create', { as: ada });
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await description(page).fill('one two');
  await select(page, 4, 7);
  await button(page, 'Bold').click();
  await expect(description(page)).toHaveValue('one **two**');
  await page.keyboard.press('Control+i');
  await expect(description(page)).toHaveValue('one **_two_**');
  await page.keyboard.press('Control+z');
  await expect(description(page)).toHaveValue('one **two**');
  await select(page, 0, 3);
  await page.keyboard.press('Control+Shift+k');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('a.example');
  await expect(description(page)).toHaveValue('[one](https://a.example) **two**');

  await test.step('the toolbar is one stop of Tab, with arrows', async () => {
    await button(page, 'Bold').focus();
    await page.keyboard.press('ArrowRight');
    await expect(button(page, 'Italic')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(button(page, 'Mention someone')).toBeFocused();
  });

  await test.step('the preview shows what will be seen, and leaves the text as it was', async () => {
    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect(page.getByRole('link', { name: 'one' })).toHaveAttribute('href', 'https://a.example');
    await expect(page.locator('strong', { hasText: 'two' })).toBeVisible();
    await expectNothingSeriousInLightAndDark(page, 'preview');
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('tab', { name: 'Write' })).toBeFocused();
    await expect(description(page)).toHaveValue('[one](https://a.example) **two**');
    await expectNothingSeriousInLightAndDark(page, 'write');
  });

  await test.step('a pasted log can be put in a block of code', async () => {
    const log = Array.from({ length: 12 }, (_, at) => `2026-11-22 10:00:${at + 10} ERROR lost ${at}`).join(
      '\n',
    );
    await description(page).fill('See:\n');
    await page.keyboard.press('Control+End');
    await paste(page, 'a line');
    await expect(button(page, 'Put it in a code block')).toBeHidden();
    await paste(page, log);
    await button(page, 'Put it in a code block').click();
    await expect(description(page)).toHaveValue(`See:\na line\n\`\`\`\n${log}\n\`\`\``);
    await expect(button(page, 'Put it in a code block')).toBeHidden();
  });
});

test('bugs are offered after a #, and the pasted address of a bug becomes a reference', async ({
  open,
  ada,
}) => {
  const word = unique('Frob');
  const [bug, other] = [
    await ada.files({ title: `${word} one` }),
    await ada.files({ title: `${word} other` }),
  ];
  const page = await open('/bugs/create', { as: ada });
  const bugs = page.getByRole('listbox', { name: 'Bugs to refer to' });
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await test.step('by words, and by number, with the keys of mentions', async () => {
    await description(page).pressSequentially(`See #${word} o`);
    await expect(bugs.getByRole('option')).toHaveText([
      `#${other.number} ${other.title}`,
      `#${bug.number} ${bug.title}`,
    ]);
    await description(page).press('ArrowDown');
    await description(page).press('Enter');
    await expect(description(page)).toHaveValue(`See #${bug.number} `);
    await description(page).pressSequentially(`and #${other.number}`);
    await expect(bugs.getByRole('option').first()).toHaveText(`#${other.number} ${other.title}`);
    await expectNothingSeriousInLightAndDark(page, 'bugs');
    await description(page).press('Escape');
    await expect(bugs).toBeHidden();
    await description(page).press('Enter');
    await expect(description(page)).toHaveValue(`See #${bug.number} and #${other.number}\n`);
  });
  await test.step('undo brings the address back', async () => {
    const address = `${new URL(page.url()).origin}/bugs/${bug._id}`;
    for (const pasted of [
      address,
      `${address}#comment-${bug._id}`,
      address.replace(bug._id, String(bug.number)),
    ]) {
      await description(page).fill('See ');
      await page.keyboard.press('Control+End');
      await paste(page, pasted);
      await expect(description(page)).toHaveValue(`See #${bug.number}`);
      await page.keyboard.press('Control+z');
      await expect(description(page)).toHaveValue(`See ${pasted}`);
    }
  });
  await test.step('an address in code, of another site or of no bug stays an address', async () => {
    const { origin } = new URL(page.url());
    for (const [before, pasted] of [
      ['`', `${origin}/bugs/${bug._id}`],
      ['', `https://other.example/bugs/${bug.number}`],
      ['', `${origin}/bugs/2147483647`],
    ] as const) {
      await description(page).fill(before);
      await page.keyboard.press('Control+End');
      await paste(page, pasted);
      await page.keyboard.type(' ');
      await page.waitForTimeout(300);
      await expect(description(page)).toHaveValue(`${before}${pasted} `);
    }
  });
});
