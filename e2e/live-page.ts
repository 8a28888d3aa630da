import { expect, type Locator, type Page } from '@playwright/test';

/** The dot of the bar that says whether the page is kept up to date, by what it says. */
export function liveDot(page: Page, name: string): Locator {
  return page.getByRole('banner').getByRole('img', { name });
}

/** The page hears of changes from here on. */
export async function isLive(page: Page): Promise<void> {
  await expect(liveDot(page, 'Live: changes appear by themselves')).toBeVisible();
}

/** Has the page think that its tab is looked at, or not. */
export async function turn(page: Page, to: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, to === 'hidden');
}

/** Marks the page as it was loaded; a reload would take the mark away. */
export async function mark(page: Page): Promise<void> {
  await page.evaluate(() => void Object.assign(window, { marked: true }));
}

/** Whether the page was not loaded again since it was marked. */
export function isTheSame(page: Page): Promise<boolean> {
  return page.evaluate(() => 'marked' in window);
}
