import type { BrowserContext, Page, Request } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { isLive, turn } from '#e2e/harness/live-page.ts';
import type { Person } from '#e2e/harness/person.ts';
import { row } from '#e2e/harness/screen.ts';

/** More than the six connections that a browser opens to a server over HTTP/1.1. */
const windows = 9;

/** The streams that the browser's pages have open. */
function watchStreams(context: BrowserContext): () => readonly Request[] {
  const open = new Set<Request>();
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/live') open.add(request);
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  return () => [...open].filter((request) => !request.frame().page().isClosed());
}

async function streamsOfServer(admin: Person): Promise<number> {
  const headers = { authorization: `Bearer ${admin.token}` };
  const answer = await fetch(`${admin.server.url}/metrics`, { headers });
  return Number(/^katydid_live_streams (\d+)$/m.exec(await answer.text())?.[1]);
}

test.describe('Windows of one browser share a stream', () => {
  test.use({ ownServer: true });

  test('nine of them, all visible', async ({ open, ada, bob, admin }) => {
    const first = await open('/bugs', { as: ada, fresh: true });
    const context = first.context();
    const streams = watchStreams(context);
    const leader = () => streams()[0]?.frame().page();
    let pages: readonly Page[] = [first];

    async function allShow(title: string, timeout: number) {
      await Promise.all(pages.map((page) => expect(row(page, title)).toBeVisible({ timeout })));
    }

    await test.step('each gets a change within two seconds, and calls are answered', async () => {
      const others = Array.from({ length: windows - 1 }, async () => {
        const page = await context.newPage();
        await page.goto('/bugs');
        return page;
      });
      pages = [first, ...(await Promise.all(others))];
      await Promise.all(pages.map((page) => isLive(page)));
      const { title } = await bob.files();
      await allShow(title, 2_000);
      await expect.poll(() => streamsOfServer(admin)).toBe(1);
      for (const page of pages) {
        const answer = page.waitForResponse(/\/api\/bugs\/stats/, { timeout: 2_000 });
        await page.getByRole('link', { name: 'Katydid' }).click();
        await answer;
        await page.getByRole('link', { name: 'Bugs', exact: true }).click();
      }
    });

    await test.step('if the window with the stream is closed, hidden or crashes, the others go on', async () => {
      const closed = leader();
      await closed?.close();
      pages = pages.filter((page) => page !== closed);
      expect(pages).toHaveLength(windows - 1);
      await allShow((await bob.files()).title, 10_000);

      const hidden = leader();
      if (hidden) await turn(hidden, 'hidden');
      await expect.poll(() => leader() !== undefined && leader() !== hidden).toBe(true);
      const { title } = await bob.files();
      if (hidden) await turn(hidden, 'visible');
      await allShow(title, 3_000);

      const crashed = leader();
      expect(crashed).toBeDefined();
      pages = pages.filter((page) => page !== crashed);
      await crashed?.goto('chrome://crash').catch(() => {});
      await allShow((await bob.files()).title, 10_000);
      await crashed?.close();
      await expect.poll(() => streamsOfServer(admin)).toBe(1);
    });

    await test.step('another user signs in: the stream is theirs', async () => {
      const stream = streams()[0];
      await pages[0]?.evaluate((token) => {
        localStorage.setItem('token', token);
        dispatchEvent(new StorageEvent('storage', { key: 'token' }));
      }, bob.token);
      await expect.poll(() => streams().length === 1 && streams()[0] !== stream).toBe(true);
      expect(streams().map((request) => request.headers()['authorization'])).toEqual([`Bearer ${bob.token}`]);
      const bug = await ada.files({ assignedTo: bob._id });
      await allShow(bug.title, 5_000);
      // Only the assigned user's streams tell of it.
      const bells = pages.map((page) =>
        page.getByRole('banner').getByRole('link', { name: 'Inbox: 1 unread' }),
      );
      await Promise.all(bells.map((bell) => expect(bell).toBeVisible()));
      await expect.poll(() => streamsOfServer(admin)).toBe(1);
    });

    await test.step('signing out ends the stream', async () => {
      await pages[0]?.getByRole('button', { name: 'Logout' }).click();
      await expect.poll(() => streamsOfServer(admin)).toBe(0);
      await Promise.all(pages.map((page) => expect(page).toHaveURL(/\/login/)));
    });
  });
});
