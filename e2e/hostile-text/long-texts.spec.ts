import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, field, goWithin } from '#e2e/harness/screen.ts';

declare global {
  interface Window {
    /** The texts that are already doubled, in the bars that persist across screens. */
    made?: WeakMap<Node, string>;
  }
}

/** Simulates other languages: texts of twice the length, written from right to left. */
async function makeLong(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
    const made = (window.made ??= new WeakMap());
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      if (text.trim() === '' || made.get(node) === text) continue;
      node.nodeValue = `${text} ${text}`;
      made.set(node, node.nodeValue);
    }
  });
}

/** The elements that need horizontal scrolling, innermost first. */
function wideParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll('*')]
      .filter((part) => {
        const { left, right } = part.getBoundingClientRect();
        return left < 0 || right > clientWidth;
      })
      .map((part) => part.outerHTML.slice(0, 120))
      .toReversed();
  });
}

/**
 * The buttons whose text overflows, or that overflow their cell. An editable value may be cut like any other, as the
 * name of its button is complete, and so may the choice of a select, whose list has it in full.
 */
function cutButtons(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button:not([role="combobox"]), [role="button"], a[data-variant]')]
      .filter((part) => part.checkVisibility() && !part.closest('[data-field]'))
      .filter((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        const outer = part.getBoundingClientRect();
        const inner = range.getBoundingClientRect();
        const cell = part.closest('td')?.getBoundingClientRect() ?? outer;
        return (
          Math.min(inner.left, outer.left) < Math.max(outer.left, cell.left) - 1 ||
          Math.max(inner.right, outer.right) > Math.min(outer.right, cell.right) + 1 ||
          inner.bottom > outer.bottom + 1
        );
      })
      .map((part) => part.outerHTML.slice(0, 160)),
  );
}

test('texts twice as long, from right to left, fit every screen', async ({ open, admin }) => {
  // Its chips are the widest ones.
  const bug = await admin.files({ assignedTo: admin._id, status: 'in-progress', priority: 'medium' });
  const fits = async (page: Page) => {
    await makeLong(page);
    expect.soft(await wideParts(page), page.url()).toEqual([]);
    expect.soft(await cutButtons(page), page.url()).toEqual([]);
  };
  const signedOut = await open('/login');
  const page = await open('/', { as: admin, live: false });
  const screens: [path: string, ready: () => Promise<void>][] = [
    ['/', () => expect(page.getByText('Total Bugs')).toBeVisible()],
    ['/bugs', () => expect(page.getByRole('link', { name: 'View' }).first()).toBeVisible()],
    [
      `/bugs/${bug._id}`,
      async () => {
        await expect(page.getByText(bug.description)).toBeVisible();
        await expect(button(page, 'Comment and resolve')).toBeVisible();
      },
    ],
    [
      '/bugs/create',
      async () => {
        await expect(field(page, 'Title')).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Create Bug' })).toBeVisible();
      },
    ],
    [
      `/bugs/${bug._id}`,
      async () => {
        await button(page, 'Edit').click();
        await expect(button(page, 'Save Changes')).toBeVisible();
      },
    ],
    ['/profile', () => expect(page.getByText('This session')).toBeVisible()],
    ['/admin/users', () => expect(button(page, 'Actions').first()).toBeVisible()],
    ['/admin/audit', () => expect(page.getByRole('cell', { name: 'Registered' }).first()).toBeVisible()],
  ];
  for (const width of [320, 1280])
    await test.step(`${width} pixels`, async () => {
      const viewport = { width, height: 800 };
      await signedOut.setViewportSize(viewport);
      for (const [path, name] of [
        ['/login', 'Login'],
        ['/register', 'Register'],
        ['/nowhere', 'Page not found'],
      ] as const) {
        await goWithin(signedOut, path);
        await expect(signedOut.getByRole('heading', { name, level: 1, exact: true })).toBeVisible();
        await fits(signedOut);
      }
      await page.setViewportSize(viewport);
      for (const [path, ready] of screens) {
        await goWithin(page, path);
        await ready();
        await fits(page);
      }
    });
  // The bars keep the long texts: no other test can reuse these tabs.
  await Promise.all([signedOut.close(), page.close()]);
});
