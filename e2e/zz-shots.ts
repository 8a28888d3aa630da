import { chromium } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { ServerProcess } from './server-process.ts';
import { Person, call, password } from './person.ts';
import { findChromium } from '../scripts/setup/chromium.mjs';
mkdirSync('/tmp/shots-admin', { recursive: true });
const server = await ServerProcess.launch();
const only = process.argv[2];
try {
  const ada = await Person.register(server, { name: 'Ada Lovelace', email: 'ada@example.com' });
  await server.katydid('admin', 'grant', ada.email);
  await server.katydid('seed', '--bugs', '20', '--users', '9');
  const bob = await Person.register(server, { name: 'Bob', email: 'bob@example.com' });
  const long = await Person.register(server, { name: 'Donaudampfschifffahrtsgesellschaft'.repeat(3).slice(0, 100), email: `${'x'.repeat(60)}@${'y'.repeat(50)}.example.com` });
  await ada.call('PATCH', `/api/admin/users/${bob._id}`, { suspended: true });
  await ada.call('PATCH', `/api/admin/users/${long._id}`, { role: 'admin' });
  await call(server, 'POST', '/api/users/login', { body: { email: 'ada@example.com', password: 'wrong one' } });
  await long.call('DELETE', `/api/admin/users/${bob._id}/sessions`);
  const bug = await ada.files({ title: 'A very long title of a bug that will be deleted, and recorded in the trail with all that it says' });
  await ada.deletes(bug);
  for (const ua of ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1', 'curl/8.1'])
    await fetch(server.url + '/api/users/login', { method: 'POST', headers: { 'content-type': 'application/json', 'user-agent': ua }, body: JSON.stringify({ email: ada.email, password }) });
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  for (const [w, width, scheme] of [['wide', 1280, 'light'], ['wide-dark', 1280, 'dark'], ['narrow', 320, 'light'], ['narrow-dark', 320, 'dark'], ['mid', 640, 'light']] as const) {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width, height: 720 }, colorScheme: scheme, reducedMotion: 'reduce', locale: 'en-GB', storageState: { cookies: [], origins: [{ origin: server.url, localStorage: [{ name: 'token', value: ada.token }] }] } });
    const page = await context.newPage();
    page.on('console', (m) => console.log(w, m.type(), m.text()));
    page.on('pageerror', (e) => console.log(w, 'ERR', e.message));
    const shot = async (name: string) => { await page.waitForTimeout(150); await page.screenshot({ path: `/tmp/shots-admin/${name}-${w}.png`, fullPage: !name.includes('dialog') && !name.includes('menu') }); const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth); if (over > 0) console.log('OVERFLOW', name, w, over); };
    await page.goto('/admin/users'); await page.getByRole('cell', { name: 'bob@example.com' }).waitFor(); await shot('users');
    await page.getByRole('row', { name: /bob@/ }).getByRole('button', { name: 'Actions' }).click(); await shot('users-menu');
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /ada@example/ }).getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Suspend' }).click(); await shot('users-dialog');
    await page.getByRole('button', { name: 'Cancel' }).click();
    console.log(w, 'focus after cancel:', await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120)));
    await page.getByRole('button', { name: 'Invite' }).click(); await page.getByLabel('Link').waitFor(); await shot('invite-dialog');
    await page.getByRole('button', { name: 'Copy' }).click(); await shot('invite-dialog-copied');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.goto('/admin/users?q=nobodyhasthis'); await page.getByText('Clear search').waitFor(); await shot('users-empty');
    await page.goto('/admin/audit'); await page.getByRole('cell', { name: 'Bug deleted' }).waitFor(); await shot('audit');
    await page.goto(`/admin/audit?action=password+changed&user=${bob._id}`); await page.getByText('Clear filters').waitFor(); await shot('audit-empty');
    await page.goto('/profile'); await page.getByText('This session').waitFor(); await shot('profile');
    await page.route('**/api/admin/**', (r) => r.fulfill({ status: 500, json: { message: 'Something went wrong on the server.', code: 'internal', requestId: 'r' } }));
    await page.route('**/api/users/sessions', (r) => r.abort());
    await page.goto('/admin/users'); await page.getByText('Retry').waitFor(); await shot('users-error');
    await page.goto('/admin/audit'); await page.getByText('Retry').waitFor(); await shot('audit-error');
    await page.goto('/profile'); await page.getByText('Retry').waitFor(); await shot('profile-error');
    await page.unroute('**/api/admin/**');
    await page.route('**/api/admin/**', async () => {});
    await page.goto('/admin/users'); await page.getByText('Loading...').first().waitFor(); await page.waitForTimeout(400); await shot('users-loading');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const eve = await browser.newContext({ baseURL: server.url, viewport: { width, height: 720 }, colorScheme: scheme, storageState: { cookies: [], origins: [{ origin: server.url, localStorage: [{ name: 'token', value: (await Person.register(server)).token }] }] } });
    const p2 = await eve.newPage(); await p2.goto('/admin/users'); await p2.getByText('Only admins').first().waitFor(); await p2.screenshot({ path: `/tmp/shots-admin/forbidden-${w}.png` });
    await eve.close(); await context.close();
  }
  await browser.close();
} finally { await server.dispose(); }
