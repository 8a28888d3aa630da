import type { Page, Request } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, field, goWithin, row } from '#e2e/harness/screen.ts';

/** Sums up the browser's layout shifts. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] as string[], shifted: 0 });
    const own = window as unknown as { shifts: string[]; shifted: number };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) {
        if (entry.hadRecentInput) continue;
        own.shifted += entry.value;
        for (const { node, previousRect: from, currentRect: to } of entry.sources)
          own.shifts.push(`${node?.nodeName} ${node?.textContent?.slice(0, 30)}: ${from.y} -> ${to.y}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

interface Shift {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
}

const viewports = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } };

const shifts = (page: Page) =>
  page.evaluate(() => {
    const { shifted, shifts: what } = window as unknown as { shifted: number; shifts: string[] };
    return { shifted, what };
  });

/** Whether half a second has passed without a call of the API, apart from the stream of live changes. */
function watchCalls(page: Page): () => boolean {
  const open = new Set<Request>();
  let ended = Date.now();
  page.on('request', (request) => {
    if (/\/api\/(?!live)/.test(request.url())) open.add(request);
  });
  const end = (request: Request) => {
    if (open.delete(request)) ended = Date.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return () => open.size === 0 && Date.now() - ended > 500;
}

test('nothing shifts on a screen when its data arrives', async ({ open, ada, bob }) => {
  const bug = await bob.files({ assignedTo: ada._id });
  const comment = { body: 'The same here.\n\nIn two browsers.' };
  for (let i = 0; i < 3; i += 1) await ada.call('POST', `/api/bugs/${bug._id}/comments`, comment);
  for (let i = 0; i < 3; i += 1) await bob.files({ assignedTo: ada._id });
  const both = ['wide', 'narrow'] as const;
  const screens: [string, readonly (keyof typeof viewports)[], (page: Page) => Promise<void>][] = [
    ['/', both, (page) => expect(page.getByRole('img', { name: /^In 12 weeks/ })).toBeVisible()],
    ['/bugs', both, (page) => expect(row(page, bug.title)).toBeVisible()],
    [`/bugs/${bug._id}`, both, (page) => expect(page.getByText(bug.description)).toBeVisible()],
    // In a narrow window, their parts are below one another.
    ['/profile', ['narrow'], (page) => expect(page.getByText('This session')).toBeVisible()],
    ['/bugs/create', ['narrow'], (page) => expect(field(page, 'Title')).toBeVisible()],
  ];
  const page = await open('about:blank', { as: ada });
  await watchShifts(page);
  const isQuiet = watchCalls(page);
  // Every response arrives long after the page was painted without it.
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await route.continue();
  });
  for (const width of both) {
    await page.setViewportSize(viewports[width]);
    for (const [path, widths, isThere] of screens) {
      if (!widths.includes(width)) continue;
      await page.goto(path);
      await isThere(page);
      // Other parts of the page may wait for responses, or ask for more once they have theirs.
      await expect.poll(isQuiet).toBe(true);
      const { shifted, what } = await shifts(page);
      expect(shifted, `${path}, ${width}: ${what.join('\n')}`).toBeLessThan(0.02);
    }
  }
});

test('a bug shows its text first, and few controls', async ({ open, admin, bob }) => {
  const bug = await bob.files({ description: 'It crashes when two tabs are open.', assignedTo: bob._id });
  const comment = { body: 'The same here.' };
  for (let i = 0; i < 3; i += 1) await bob.call('POST', `/api/bugs/${bug._id}/comments`, comment);
  const page = await open('/', { as: admin });
  await page.setViewportSize({ width: 1440, height: 900 });
  await goWithin(page, `/bugs/${bug._id}`);
  await expect(page.getByText(comment.body).last()).toBeVisible();
  await expect(button(page, 'Me too')).toBeVisible();
  const inSight = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea')]
      .filter((control) => {
        const { top, bottom, width } = control.getBoundingClientRect();
        const isPainted = control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        // Other than the link that skips to the content, which appears with the focus.
        const isClipped = getComputedStyle(control).clipPath !== 'none';
        return isPainted && !isClipped && width > 1 && bottom > 0 && top < innerHeight;
      })
      .map((control) => control.ariaLabel ?? control.textContent),
  );
  expect(inSight.length, inSight.join(', ')).toBeLessThanOrEqual(28);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await page.getByText(bug.description).boundingBox())?.y).toBeLessThan(600);
});
