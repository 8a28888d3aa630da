import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import {
  button,
  choose,
  countCalls,
  field,
  goWithin,
  holdBack,
  nextCall,
  row,
  rows,
  scroll,
} from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

const titles = (page: Page) => rows(page).locator('.title a');

async function expectToScrollTo(page: Page, title: string) {
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(row(page, title)).toBeVisible({ timeout: 100 });
  }).toPass();
}

test('the server sorts and searches all of a long list; only rows near the view are rendered', async ({
  open,
  ada,
  server,
}) => {
  await ada.files({ title: 'Zzz, zikade one', status: 'resolved', priority: 'low' });
  await ada.files({ title: 'Two', description: 'as loud as a ZIKADE' });
  await server.katydid('seed', '--bugs', '210', '--users', '3');
  await ada.files({ title: 'Three', description: 'zikade again' });
  await ada.files({ title: 'Four, which has nothing of it' });
  const page = await open('/bugs', { as: ada });
  await expect(row(page, 'Three')).toBeVisible();
  const calls = countCalls(page, '/api/bugs');

  await test.step('the page never says that there are no bugs before the answer', async () => {
    await page.evaluate(() => {
      const said: string[] = [];
      const note = () => said.push(document.querySelector('main')?.textContent ?? '');
      const observer = new MutationObserver(note);
      Object.assign(window, { said, observer });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await field(page, 'Search').pressSequentially('loud');
    await expect(rows(page)).toHaveCount(1);
    const said = await page.evaluate(() => {
      const own = window as unknown as { said: string[]; observer: MutationObserver };
      own.observer.disconnect();
      return own.said;
    });
    expect(said.length).toBeGreaterThan(0);
    for (const text of said) expect(text).not.toMatch(/\b0 bugs|No bugs match/);
  });

  await test.step('a search covers all bugs, newest first', async () => {
    await field(page, 'Search').fill('zikade');
    await expect(rows(page)).toHaveCount(3);
    await expect(titles(page)).toHaveText(['Three', 'Two', 'Zzz, zikade one']);
    await expect
      .poll(() => calls.map((call) => new URL(call.url()).searchParams.get('q')))
      .toContain('zikade');
    await field(page, 'Search').fill('');
    await expect(page.getByText('214 bugs')).toBeVisible();
  });

  await test.step('until a filter is answered, the previous rows are dimmed and marked as old', async () => {
    const table = page.getByRole('table');
    await expect(table).toHaveAttribute('aria-busy', 'false');
    const before = (await rows(page).first().textContent()) ?? '';
    const release = await holdBack(page, 'GET', '/api/bugs');
    await choose(page, 'Status', 'Resolved');
    await expect(table).toHaveAttribute('aria-busy', 'true');
    await expect(rows(page).first()).toHaveText(before);
    await expect(page.getByText(/\d bugs/)).toHaveCount(0);
    release();
    await expect(table).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByText(/\d bugs found/)).toBeVisible();
    await choose(page, 'Priority', 'Low');
    await field(page, 'Search').fill('zikade');
    await expect(titles(page)).toHaveText(['Zzz, zikade one']);
    await button(page, 'Clear filters').click();
    await expect(page.getByText('214 bugs')).toBeVisible();
  });

  await test.step('a heading sorts all bugs', async () => {
    for (const sort of ['title', '-title']) {
      const call = nextCall(page, 'GET', '/api/bugs');
      await button(page, 'Title').click();
      expect(new URL((await call).url()).searchParams.get('sort')).toBe(sort);
    }
    await expect(titles(page).first()).toHaveText('Zzz, zikade one');
    await goWithin(page, '/bugs');
    await expect(titles(page).first()).toHaveText('Four, which has nothing of it');
  });

  const titleAt = (index: number) => page.locator(`tr[aria-rowindex="${index}"] .title a`);

  await test.step('j continues beyond the rendered rows', async () => {
    expect(await rows(page).count()).toBeLessThan(80);
    await page.mouse.move(400, 360);
    await page.mouse.wheel(0, 1_500);
    await titleAt(44).focus();
    for (let index = 45; index < 60; index += 1) {
      await page.keyboard.press('j');
      await expect(titleAt(index)).toBeFocused();
    }
    await expect(page.locator('tr[aria-rowindex="59"]')).toBeInViewport();
    // As fast as a key that is held down, faster than the rows are rendered and the next page is loaded.
    await Promise.all(Array.from({ length: 50 }, () => page.keyboard.press('j')));
    await expect(titleAt(109)).toBeFocused();
    await Promise.all(Array.from({ length: 70 }, () => page.keyboard.press('k')));
    await expect(titleAt(39)).toBeFocused();
  });

  await test.step('Back from a bug restores the scroll position', async () => {
    await page.mouse.move(400, 360);
    await scroll(page, 5_000);
    const at = await page.evaluate(() => window.scrollY);
    const index = await page.evaluate(() => {
      const middle = document.elementFromPoint(400, window.innerHeight / 2)?.closest('tr');
      return middle?.getAttribute('aria-rowindex');
    });
    await page.mouse.click(400, (page.viewportSize()?.height ?? 0) / 2);
    await expect(page).toHaveURL(/\/bugs\/[0-9a-f-]{36}$/);
    await page.goBack();
    await expect(page.locator(`tr[aria-rowindex="${index}"]`)).toBeInViewport();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(at);
  });

  await test.step('scrolling loads all bugs, below the headings', async () => {
    await expectToScrollTo(page, 'Zzz, zikade one');
    await expect(page.getByRole('columnheader', { name: 'Created By' })).toBeInViewport();
  });

  await test.step('the cards of a phone do the same', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('link', { name: 'Katydid' }).click();
    await page.goBack();
    await page.evaluate(() => scrollTo(0, 0));
    await expect(titleAt(2)).toBeVisible();
    expect(await rows(page).count()).toBeLessThan(60);
    await expectToScrollTo(page, 'Zzz, zikade one');
  });
});
