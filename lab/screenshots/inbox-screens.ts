import { click, failAt, type Screen, type Step, steps } from './steps.ts';

/** Waits for the rows of the inbox, then presses keys one after another. */
const inInbox =
  (...keys: readonly string[]): Step =>
  async (page) => {
    await page.locator('li[data-place]').first().waitFor();
    for (const key of keys) await page.keyboard.press(key);
  };
/** Snoozes some bugs of the inbox, for different times. */
const snoozeSome: Step = async (page) => {
  for (const choice of [/^Next week/, /^Tomorrow/]) {
    await page
      .getByRole('button', { name: /^Snooze #/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: choice }).click();
    await page.getByText(/snoozed until/).waitFor();
  }
  await page.getByRole('navigation', { name: 'Show' }).getByText('Snoozed').click();
};
/** Scrolls the section with this heading to the top of the window. */
const scrollTo =
  (heading: string): Step =>
  async (page) => {
    const section = page.getByRole('region', { name: heading });
    await section.waitFor();
    // The content above it may still load.
    await page.waitForTimeout(500);
    await section.evaluate((element) => {
      element.scrollIntoView({ block: 'start', behavior: 'instant' });
      scrollBy({ top: -90, behavior: 'instant' });
    });
  };
/**
 * Makes the browser report that it allows notifications, or was not asked, because a browser without a window blocks
 * them.
 */
const notificationsAre =
  (permission: 'default' | 'granted'): Step =>
  async (page) => {
    await page.addInitScript((stored) => {
      localStorage.setItem('notifications', 'on');
      Object.defineProperty(Notification, 'permission', { value: stored });
    }, permission);
    await page.reload();
  };

const notifications = {
  en: 'Notifications in this browser',
  de: 'Benachrichtigungen in diesem Browser',
};

/** The settings of mail and notifications, and the pages that links in mails open. */
export const mailScreens: readonly Screen[] = [
  { name: 'profile-notifications', address: '/profile', as: 'admin', prepare: scrollTo(notifications.en) },
  {
    name: 'profile-notifications-on',
    address: '/profile',
    as: 'admin',
    prepare: steps(notificationsAre('granted'), scrollTo(notifications.en)),
  },
  {
    name: 'profile-notifications-unasked-german',
    address: '/profile',
    as: 'admin',
    language: 'de',
    prepare: steps(notificationsAre('default'), scrollTo(notifications.de)),
  },
  { name: 'profile-mail', address: '/profile', as: 'mailed', prepare: scrollTo('Mail about bugs') },
  {
    name: 'profile-mail-preview',
    address: '/profile',
    as: 'mailed',
    prepare: steps(scrollTo('Mail about bugs'), click('Preview a digest')),
  },
  {
    name: 'profile-mail-german',
    address: '/profile',
    as: 'mailed',
    language: 'de',
    prepare: scrollTo('E-Mails zu Bugs'),
  },
  { name: 'forgot-password', address: '/forgot-password', as: 'guest of mail' },
  {
    name: 'forgot-password-sent',
    address: '/forgot-password',
    as: 'guest of mail',
    async prepare(page) {
      await page.getByLabel('Email').fill('ada@example.com');
      await page.locator('form').getByRole('button').first().click();
    },
  },
  { name: 'reset-password', address: '/reset-password#token', as: 'anonymous' },
  { name: 'reset-password-incomplete', address: '/reset-password', as: 'anonymous' },
  { name: 'reset-password-german', address: '/reset-password#token', as: 'anonymous', language: 'de' },
  { name: 'take-back-email', address: '/take-back-email#token', as: 'anonymous' },
  { name: 'take-back-email-german', address: '/take-back-email#token', as: 'anonymous', language: 'de' },
];

/** The inbox in its states. */
export const inboxScreens: readonly Screen[] = [
  { name: 'inbox', address: '/inbox', as: 'admin', prepare: inInbox() },
  { name: 'inbox-german', address: '/inbox', as: 'admin', language: 'de', prepare: inInbox() },
  { name: 'inbox-empty', address: '/inbox', as: 'newcomer' },
  { name: 'inbox-done-empty', address: '/inbox?state=done', as: 'newcomer' },
  { name: 'inbox-error', address: '/inbox', as: 'admin', prepare: failAt(/\/api\/inbox\?/, true) },
  { name: 'inbox-beside', address: '/inbox', as: 'admin', prepare: inInbox('j', 'j', 'Enter') },
  {
    name: 'inbox-beside-german',
    address: '/inbox',
    as: 'admin',
    language: 'de',
    prepare: inInbox('j', 'j', 'Enter'),
  },
  {
    name: 'inbox-beside-error',
    address: '/inbox',
    as: 'admin',
    prepare: steps(inInbox(), failAt(/\/api\/bugs\//), inInbox('j', 'j', 'Enter')),
  },
  { name: 'inbox-selected', address: '/inbox', as: 'admin', prepare: inInbox('j', 'x', 'ArrowDown', 'x') },
  { name: 'inbox-snooze', address: '/inbox', as: 'admin', prepare: inInbox('j', 'h') },
  {
    name: 'inbox-change-failed',
    address: '/inbox',
    as: 'admin',
    prepare: steps(inInbox(), failAt(/\/api\/inbox\/[^?]/), inInbox('j', 'e')),
  },
  { name: 'inbox-undo', address: '/inbox', as: 'admin', prepare: inInbox('j', 'e') },
  { name: 'inbox-snoozed', address: '/inbox', as: 'admin', prepare: steps(inInbox(), snoozeSome) },
];
