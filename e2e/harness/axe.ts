import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** The rules whose result depends on the colours; every other rule finds the same in both colour schemes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** The violations that axe finds in the page, of all rules or of some. */
async function violationsIn(page: Page, rules: readonly string[] = []): Promise<Violations> {
  // The pages have no frames. Legacy mode ignores these, so axe runs in the page itself and needs no second page for
  // the result.
  // Preloads no style sheets, which its rules do not read. One that could not be loaded, as during an outage, would be
  // added to the page as text, which the Content-Security-Policy forbids.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ preload: { assets: ['media'] } });
  if (rules.length > 0) axe.withRules([...rules]);
  return (await axe.analyze()).violations;
}

/** Expects no serious or critical axe violations in the page. `state` names the state of the page in a failure. */
export async function expectNothingSerious(
  page: Page,
  state?: string,
  rules?: readonly string[],
): Promise<void> {
  const violations = await violationsIn(page, rules);
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const found = serious.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
  expect(found, state).toEqual([]);
}

/** Expects the same in the system's light and dark colour schemes, and leaves the page in the light one. */
export async function expectNothingSeriousInLightAndDark(page: Page, state = ''): Promise<void> {
  await setColorScheme(page, 'dark');
  await expectNothingSerious(page, `${state} dark`, colourRules);
  await setColorScheme(page, 'light');
  await expectNothingSerious(page, `${state} light`);
}

/** Expects no violation at all, in the light and in the dark colour scheme of the system. */
export async function expectNoViolationsInLightAndDark(page: Page): Promise<void> {
  await setColorScheme(page, 'dark');
  expect(await violationsIn(page, colourRules), 'dark').toEqual([]);
  await setColorScheme(page, 'light');
  expect(await violationsIn(page), 'light').toEqual([]);
}

async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
}
