import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { isLive } from '#e2e/harness/live-page.ts';
import { button, field, goWithin, login, nextCall, row, rows } from '#e2e/harness/screen.ts';
import { attach, image } from '#e2e/harness/uploads.ts';
import { buildWeb, serveWeb } from '#e2e/harness/web-server.ts';

test.use({ ownServer: true });

test('The web from another origin works where allowed, and nowhere else', async ({
  browser,
  open,
  ada,
  bob,
  server,
}) => {
  const build = await buildWeb(server.url);
  // For the policy of a server that sends the pages.
  expect(JSON.parse(await readFile(path.join(build.folder, 'build.json'), 'utf8'))).toEqual({
    apiOrigin: server.url,
  });
  const allowed = await serveWeb(build.folder, server.url);
  const refused = await serveWeb(build.folder, server.url);
  const oldest = await ada.files({ title: 'The oldest of all' });
  await server.katydid('seed', '--bugs', '101', '--users', '2');
  await server.restart({ ALLOWED_ORIGINS: allowed.origin });
  expect(new URL(allowed.origin).hostname).not.toBe(new URL(server.url).hostname);

  const page = await open('/login', { web: allowed.origin });
  await login(page, ada);
  await isLive(page);
  await goWithin(page, '/bugs');
  await test.step('a change by another user appears', async () => {
    const { title } = await bob.files();
    await expect(row(page, title)).toBeVisible();
  });
  await test.step('scrolling loads the next page of the list', async () => {
    await expect(rows(page).first()).toBeVisible();
    await expect(async () => {
      await page.mouse.wheel(0, 20_000);
      await expect(row(page, oldest.title)).toBeVisible({ timeout: 100 });
    }).toPass();
  });
  await test.step('an edit names the version it is based on', async () => {
    await row(page, oldest.title).getByRole('link', { name: 'View' }).click();
    await button(page, 'Edit').click();
    await field(page, 'Title').fill('Edited from afar');
    const saving = nextCall(page, 'PUT', `/api/bugs/${oldest._id}`);
    await button(page, 'Save Changes').click();
    expect(await (await saving).headerValue('if-match')).toBe('"1"');
    await expect(page.getByRole('heading', { name: 'Edited from afar' })).toBeVisible();
  });

  await test.step('a file is uploaded, and shows', async () => {
    await attach(page, image('shot.png'));
    await button(page, 'Insert shot.png into the text').click();
    await button(page, 'Comment').click();
    const shown = page.getByRole('img', { name: 'shot.png' });
    // The editor shows it until the comment is stored.
    await expect(shown).toHaveCount(1);
    await expect(shown).toHaveJSProperty('naturalWidth', 60);
  });

  await test.step('another origin is refused', async () => {
    const context = await browser.newContext({ baseURL: refused.origin });
    const other = await context.newPage();
    await other.goto('/favicon.svg');
    const reading = other.evaluate(async (url) => {
      const response = await fetch(`${url}/api/users/registration`);
      return response.text();
    }, server.url);
    await expect(reading).rejects.toThrow('Failed to fetch');
    await context.close();
  });
  await Promise.all([allowed.close(), refused.close(), build.remove()]);
});
