import type { Page } from '@playwright/test';
import { expect } from '#e2e/harness/fixtures.ts';

/**
 * Goes to addresses one after another, within the application; at each waits for its heading. The first
 * that does not reach it ends the sweep: what broke one page may leave the ones after it broken too.
 */
export async function sweep(page: Page, stops: { path: string; heading: string }[]) {
  const missed = await page.evaluate(
    async ({ all, patience }) => {
      const currentHeading = () => document.querySelector('h1')?.textContent;
      for (const { path, heading } of all) {
        history.pushState({}, '', path);
        const end = performance.now() + patience;
        while (currentHeading() !== heading) {
          if (performance.now() > end) return `${path}: ${currentHeading()} instead of ${heading}`;
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      }
      return undefined;
    },
    { all: stops, patience: 60_000 },
  );
  expect(missed).toBeUndefined();
}

/** The text of all cells of these columns, from the top of the page to its end. */
export async function readColumns(page: Page, columns: string[]): Promise<string[][]> {
  return page.evaluate(async (selectors) => {
    const seen = selectors.map(() => new Set<string>());
    const rendered = () => new Promise((resolve) => setTimeout(resolve, 80));
    scrollTo({ top: 0, behavior: 'instant' });
    for (let end = -1; end < scrollY;) {
      end = scrollY;
      await rendered();
      for (const [index, selector] of selectors.entries())
        for (const cell of document.querySelectorAll(selector)) seen[index]?.add(cell.textContent);
      scrollBy({ top: innerHeight / 2, behavior: 'instant' });
    }
    return seen.map((texts) => [...texts]);
  }, columns);
}

/** Texts as they can be compared. */
export const shown = (texts: readonly string[]) => texts.map((text) => text.trim()).toSorted();
