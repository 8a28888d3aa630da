import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs/bugs.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { isLive, turn } from '#e2e/harness/live-page.ts';
import type { Person } from '#e2e/harness/person.ts';

declare global {
  interface Window {
    /** The notifications that the page shows, or has shown. */
    shown: { title: string; body: string; isClosed: boolean; target: EventTarget }[];
  }
}

/**
 * Records the notifications of a page: a browser without a window blocks them all. The user allows them where the page asks.
 * All pages of such a browser have the focus; here, one has.
 */
async function record(page: Page, isFocused: boolean): Promise<void> {
  await page.addInitScript((hasFocus) => {
    window.shown = [];
    document.hasFocus = () => hasFocus;
    class Recorded extends EventTarget {
      static get permission() {
        return localStorage.getItem('test permission') ?? 'default';
      }
      static async requestPermission() {
        localStorage.setItem('test permission', 'granted');
        return 'granted';
      }
      readonly record;
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        super();
        this.record = { title, body, isClosed: false, target: this };
        if (Recorded.permission === 'granted') window.shown.push(this.record);
      }
      close() {
        this.record.isClosed = true;
      }
    }
    Object.assign(window, { Notification: Recorded });
  }, isFocused);
}

const shown = (page: Page) =>
  page.evaluate(() =>
    // A page that is not opened yet has none.
    ('shown' in window ? window.shown : []).map(({ title, body, isClosed }) => ({ title, body, isClosed })),
  );

async function mentions(by: Person, { _id }: Bug, whom: Person): Promise<void> {
  const body = { body: `@${whom.name} <img src=x onerror=alert(1)>`, mentions: [whom._id] };
  expect((await by.call('POST', `/api/bugs/${_id}/comments`, body)).status).toBe(201);
}

test('one of several tabs notifies of a mention, and none of a bug that is being viewed', async ({
  open,
  ada,
  bob,
}) => {
  const bug = await bob.files();
  const first = await open('about:blank', { as: ada });
  const [second, looking] = [await first.context().newPage(), await first.context().newPage()];
  for (const page of [first, second]) await record(page, false);
  await record(looking, true);

  await first.goto('/profile');
  const section = first.getByRole('region', { name: 'Notifications in this browser' });
  const turnOn = section.getByRole('button', { name: 'Turn on notifications' });
  await turnOn.click();
  await section.getByRole('button', { name: 'Turn off notifications' }).click();
  await turnOn.click();
  await expect(section).toContainText('Notifications are on in this browser.');
  const fetched = second.waitForResponse(/\/api\/inbox\?/);
  await second.goto('/bugs');
  await fetched;
  await Promise.all([first, second].map((page) => isLive(page)));

  const all = async () => (await Promise.all([first, second, looking].map((page) => shown(page)))).flat();
  await turn(first, 'hidden');
  await mentions(bob, bug, ada);
  const said = `@${ada.name} <img src=x onerror=alert(1)>`;
  const mention = { title: `${bob.name} mentioned you`, body: `#${bug.number} ${bug.title}\n${said}` };
  await expect.poll(all).toEqual([{ ...mention, isClosed: false }]);
  await ada.call('PUT', `/api/inbox/${bug._id}`, { state: 'read' });
  await expect.poll(all).toEqual([{ ...mention, isClosed: true }]);

  // One bug is open in another tab, the other is not.
  await looking.goto(`/bugs/${bug._id}`);
  await isLive(looking);
  await mentions(bob, bug, ada);
  const other = await bob.files({ assignedTo: ada._id });
  const assignment = {
    title: `${bob.name} filed the bug and assigned you`,
    body: `#${other.number} ${other.title}`,
  };
  await expect.poll(all).toContainEqual({ ...assignment, isClosed: false });

  const titles = await Promise.all([first, second, looking].map((page) => shown(page)));
  const shower =
    [first, second, looking][titles.findIndex((own) => own.at(-1)?.body === assignment.body)] ?? first;
  await shower.evaluate(() => window.shown.at(-1)?.target.dispatchEvent(new Event('click')));
  await expect(shower).toHaveURL(new RegExp(`/bugs/${other._id}#since-`));
  expect(await all()).toHaveLength(2);
});
