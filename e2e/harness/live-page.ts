import { expect, type Locator, type Page } from '@playwright/test';

/** The live indicator in the top bar, by its text. */
export function liveDot(page: Page, name: string): Locator {
  return page.getByRole('banner').getByRole('img', { name });
}

/** Waits until the page receives live changes. */
export async function isLive(page: Page): Promise<void> {
  await expect(liveDot(page, 'Live: changes appear automatically')).toBeVisible();
}

/** Sets the visibility of the page's tab. */
export async function turn(page: Page, to: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, to === 'hidden');
}

/** Sets a mark on the loaded page, which a reload removes. */
export async function mark(page: Page): Promise<void> {
  await page.evaluate(() => void Object.assign(window, { marked: true }));
}

/** Whether the page has not been reloaded since it was marked. */
export function isTheSame(page: Page): Promise<boolean> {
  return page.evaluate(() => 'marked' in window);
}
