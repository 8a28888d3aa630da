import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What is in sight has nothing that axe calls serious or critical. `state` tells in which state of the page it did. */
export async function expectNothingSerious(page: Page, state?: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const found = serious.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
  expect(found, state).toEqual([]);
}
