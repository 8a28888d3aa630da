import { expect, type Locator, type Page, type Request } from '@playwright/test';
import type { Person } from './person.ts';

/** A text field, by its label. */
export function field(within: Page | Locator, label: string): Locator {
  return within.getByLabel(label, { exact: true });
}

/** A select, by its label; its accessible name also contains the value. */
export function select(within: Page | Locator, label: string): Locator {
  return within.getByRole('combobox', { name: new RegExp(`^${label}\\b`) });
}

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await select(page, label).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Expects a select, or the search field that replaces it if there are many users, to have this value. */
export async function expectChosen(page: Page, label: string, value: string): Promise<void> {
  const chosen = () =>
    select(page, label).evaluate((box) => (box instanceof HTMLInputElement ? box.value : box.textContent));
  await expect.poll(chosen).toBe(value);
}

/** Chooses a value of a filter with the button Filter, or removes it if it is chosen. */
export async function filterBy(page: Page, filter: string, value: string): Promise<void> {
  await button(page, 'Filter').click();
  await page.getByRole('option', { name: filter, exact: true }).click();
  await page.getByRole('option', { name: value, exact: true }).click();
  await page.keyboard.press('Escape');
}

/** The chip of a filter, which has its values in its name. */
export function chip(page: Page, name: string): Locator {
  return button(page.getByRole('group', { name: 'Filters of the list' }), name);
}

export function button(within: Page | Locator, name: string): Locator {
  return within.getByRole('button', { name, exact: true });
}

/** Signs in through the sign-in form of the current page. */
export async function login(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Login').click();
}

/** The row of the list that shows the bug with this title. */
export function row(page: Page, title: string): Locator {
  return page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) });
}

/** The rows of the list, without its heading. */
export function rows(page: Page): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name: 'View' }) });
}

/** The figure in the dashboard's tile with this label. */
export async function figure(page: Page, label: string): Promise<string | null> {
  const tile = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
  return tile.locator('dd').textContent();
}

/** The query parameters of the page's address. */
export function query(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** The notice with this text: an alert, with the reason and the buttons beside it. */
export function alert(page: Page, title: string): Locator {
  return page.locator(':has(> [role="alert"])').filter({ hasText: title });
}

/** Scrolls the page down with the mouse wheel, and waits until the movement has ended. */
export async function scroll(page: Page, pixels: number): Promise<void> {
  const ended = await page.evaluateHandle(() => ({
    promise: new Promise((resolve) => addEventListener('scrollend', resolve, { once: true })),
  }));
  await page.mouse.wheel(0, pixels);
  await ended.evaluate(({ promise }) => promise.then(() => undefined));
}

/** Goes to an address within the loaded application, as a link would; `page.goto` loads and starts it anew. */
export async function goWithin(page: Page, path: string): Promise<void> {
  // The key by which the router restores the scroll position; without one, it restores the last one of the address.
  await page.evaluate((to) => history.pushState({ __TSR_key: crypto.randomUUID() }, '', to), path);
}

/** Chooses from the menu of a bug's page. */
export async function chooseMore(page: Page, name: string): Promise<void> {
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name }).click();
}

/** Holds back the real answers to calls of a method and path until the returned function is called. */
export async function holdBack(page: Page, method: string, path: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(isCall(path), async (route) => {
    if (route.request().method() === method) await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** The response of an overloaded server. */
export const busy = {
  status: 503,
  json: { message: 'The server is busy. Try again in a moment.', code: 'unavailable', requestId: 'r' },
};

/** Aborts all calls of a path, like a network failure. */
export async function cut(page: Page, path: string): Promise<void> {
  await page.route(isCall(path), (route) => route.abort('connectionfailed'));
}

/** Aborts all API calls, and waits until the page has noticed; `page.unrouteAll()` brings the server back. */
export async function simulateOutage(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort('connectionfailed'));
  // Repeated, because a page that has only just been opened may not listen yet.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect(button(page, 'Try now')).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Holds back the code of a screen, from the next load of the page on, until the returned function is called. */
export async function holdCode(page: Page, screen: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(`**/assets/${screen}-*.js`, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** Cuts off the code of a screen, from the next load of the page on; `page.unrouteAll()` brings it back. */
export async function cutCode(page: Page, screen: string): Promise<void> {
  await page.route(`**/assets/${screen}-*`, (route) => route.abort('connectionfailed'));
}

/** Waits until the code of a screen has been fetched ahead, so that it opens without the server. */
export async function waitForCode(page: Page, screen: string): Promise<void> {
  const fetched = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  await expect
    .poll(fetched)
    .toContainEqual(expect.stringMatching(new RegExp(`/assets/${screen}-[^/]+\\.js$`)));
}

/** Waits for the page to make a call. */
export function nextCall(page: Page, method: string, path: string): Promise<Request> {
  const matches = isCall(path);
  return page.waitForRequest((request) => request.method() === method && matches(new URL(request.url())));
}

/** Collects the calls that the page makes to a path. */
export function countCalls(page: Page, path: string): Request[] {
  const matches = isCall(path);
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (matches(new URL(request.url()))) calls.push(request);
  });
  return calls;
}

function isCall(path: string): (url: URL) => boolean {
  return ({ pathname }) => pathname === path;
}

/** Expects every control to be at least 24 pixels wide and high, except links within a line of text. */
export async function expectTargets(page: Page): Promise<void> {
  const targets = page.locator(
    'a[href], button, input, textarea, summary, [role="option"], [role="menuitem"]',
  );
  const small = () =>
    targets.evaluateAll((elements) =>
      elements.flatMap((element) => {
        const isSeen = element.checkVisibility({ visibilityProperty: true });
        const isInFront = element.closest('[aria-hidden="true"]') === null;
        if (!isSeen || !isInFront || getComputedStyle(element).display === 'inline') return [];
        // A link may cover its whole row.
        const reaches = getComputedStyle(element, '::after').position === 'absolute';
        const around = element.closest(reaches ? 'tr, li, [role="listitem"]' : 'label');
        const { width, height } = (around ?? element).getBoundingClientRect();
        return Math.min(width, height) >= 24
          ? []
          : [`${width} by ${height}: ${element.outerHTML.slice(0, 200)}`];
      }),
    );
  await expect.poll(small).toEqual([]);
}

/** Expects that no part of the page needs scrolling sideways. */
export async function expectToFit(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBe(0);
}
