import type { Page } from '@playwright/test';

/** A screen in one of its states. */
export interface Screen {
  name: string;
  address: string;
  /**
   * The viewer: the admin of a full tracker, a user of an empty tracker, an anonymous visitor, or a user or visitor of
   * a tracker that sends mail.
   */
  as: 'admin' | 'newcomer' | 'anonymous' | 'mailed' | 'guest of mail';
  /** The application's language, if it is not English. */
  language?: 'de';
  /** Brings the screen into its state. */
  prepare?: (page: Page) => Promise<void>;
}

export type Step = (page: Page) => Promise<void>;

export const click =
  (name: string | RegExp, role: 'button' | 'link' = 'button') =>
  async (page: Page) =>
    page.getByRole(role, { name }).first().click();

/** Takes steps one after another. */
export const steps =
  (...all: readonly Step[]): Step =>
  async (page) => {
    for (const step of all) await step(page);
  };

/** Makes calls to these addresses fail from now on. */
export const failAt =
  (address: RegExp, isReloaded = false): Step =>
  async (page) => {
    await page.route(address, (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal' } }),
    );
    if (isReloaded) await page.reload();
  };
