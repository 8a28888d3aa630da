import type { Locator, Page } from '@playwright/test';
import { createLabel } from '#contract/classification/labels.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, field, row } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

const scripts = {
  Hebrew: {
    name: 'משה כהן',
    label: 'תשלום',
    title: 'הדף לא נפתח (שגיאה 500)!',
    first: 'שלום עולם, זה לא עובד (שגיאה 500).',
    rest: '- פריט אחד\n- `npm test` פריט שני\n\n> ציטוט.\n\n| שם | ערך |\n|---|---|\n| אחד | 2 |',
  },
  Arabic: {
    name: 'ليلى حداد',
    label: 'الدفع',
    title: 'الصفحة لا تفتح (خطأ 500)!',
    first: 'مرحبا بالعالم، هذا لا يعمل (خطأ 500).',
    rest: '- عنصر أول\n- `npm test` عنصر ثان\n\n> اقتباس.\n\n| اسم | قيمة |\n|---|---|\n| واحد | 2 |',
  },
};

const directionOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).direction);

/** Where the parts of an element's text are drawn, from left to right. */
const drawn = (element: Locator, ...parts: string[]) =>
  element.evaluate((one, all) => {
    const node = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode();
    const text = node?.textContent ?? '';
    const leftOf = (part: string) => {
      const range = document.createRange();
      const start = text.indexOf(part);
      if (!node || start < 0) throw new Error(`The text has no ${part}: ${text}`);
      range.setStart(node, start);
      range.setEnd(node, start + part.length);
      return range.getBoundingClientRect().left;
    };
    return all.toSorted((left, right) => leftOf(left) - leftOf(right));
  }, parts);

const gaps = (element: Locator) =>
  element.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const [text, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
    return { left: text.left - box.left, right: box.right - text.right };
  });

async function expectAtRight(element: Locator) {
  const { left, right } = await gaps(element);
  expect(right).toBeLessThan(left);
}

for (const [script, texts] of Object.entries(scripts))
  test(`a bug in ${script} runs from right to left, in a page that runs from left to right`, async ({
    open,
    register,
    admin,
  }) => {
    const writer = await register({ name: texts.name });
    const label = await admin.call('POST', createLabel.path, {
      name: texts.label,
      color: 'red',
      description: '',
    });
    const { _id: labelId } = label.body as { _id: string };
    const english = 'It stops (with a `500`).';
    const bug = await writer.files({
      title: texts.title,
      description: `${texts.first}\n\n${texts.rest}\n\n- ${english}\n\n\`\`\`\nconst a = 1;\n\`\`\``,
      labels: [labelId],
    });
    await writer.call('POST', `/api/bugs/${bug._id}/comments`, { body: texts.first });
    await writer.call('POST', `/api/bugs/${bug._id}/comments`, { body: english });
    const page: Page = await open('/bugs', { as: writer });

    await test.step('the list', async () => {
      const title = row(page, texts.title).getByRole('link', { name: texts.title });
      expect(await directionOf(title)).toBe('rtl');
      expect(await drawn(title, '500', '!')).toEqual(['!', '500']);
      await field(page, 'Search').fill(texts.first);
      expect(await directionOf(field(page, 'Search'))).toBe('rtl');
      await field(page, 'Search').fill('');
    });

    await test.step('the bug', async () => {
      await row(page, texts.title).getByRole('link', { name: texts.title }).click();
      const heading = page.getByRole('heading', { level: 1, name: texts.title });
      expect(await directionOf(heading)).toBe('rtl');
      await expectAtRight(heading.locator('..'));
      const text = page.locator('[data-markdown]').first();
      for (const block of await text.locator('p, li, blockquote, table').all()) {
        const isEnglish = (await block.textContent())?.startsWith('It stops');
        expect(await directionOf(block)).toBe(isEnglish === true ? 'ltr' : 'rtl');
      }
      const first = text.locator('p').first();
      await expectAtRight(first);
      expect(await drawn(first, '.', '500')).toEqual(['.', '500']);
      for (const code of await text.locator('code, pre').all()) expect(await directionOf(code)).toBe('ltr');
      // The marks of a list are where its items begin.
      const rightOf = (element: Locator) => element.evaluate((one) => one.getBoundingClientRect().right);
      const [item, frame] = [await rightOf(text.locator('li').first()), await rightOf(text)];
      expect(frame - item).toBe(24);
      const comment = page.locator('[data-markdown]').filter({ hasText: texts.first }).last();
      expect(await directionOf(comment.locator('p'))).toBe('rtl');
      expect(await directionOf(page.locator('html'))).toBe('ltr');
    });

    await test.step('changes', async () => {
      await admin.call('PUT', `/api/bugs/${bug._id}`, { labels: [] });
      await expect(page.getByText(`removed \u2068${texts.label}\u2069`)).toBeVisible();
    });

    await test.step('names and fields', async () => {
      const name = page.locator('dd', { hasText: texts.name }).locator('bdi').last();
      expect(await directionOf(name)).toBe('rtl');
      const comment = field(page, 'New comment');
      await comment.fill(texts.first);
      expect(await directionOf(comment)).toBe('rtl');
      await comment.fill(english);
      expect(await directionOf(comment)).toBe('ltr');
      await comment.fill('');
      await button(page, 'Edit').click();
      expect(await directionOf(field(page, 'Title'))).toBe('rtl');
    });
  });
