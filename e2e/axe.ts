import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Expects no serious or critical axe violations in the page. `state` names the state of the page in a failure. */
export async function expectNothingSerious(page: Page, state?: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const found = serious.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
  expect(found, state).toEqual([]);
}
