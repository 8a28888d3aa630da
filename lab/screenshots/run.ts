// Takes pictures of every screen, wide, of a tablet and narrow, light and dark, into test-results/screens, to be looked at; and those of
// the README into docs/pictures. With a name, as in `npm run screenshots -- list`, only those whose name begins so.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium } from '@playwright/test';
import { z } from 'zod';
import { seedPassword } from '#server/seed/seed.ts';
import { startDemo } from '#scripts/demo/tracker.ts';
import { screens } from './screens.ts';
import type { Screen } from './steps.ts';
import { findChromium } from '#scripts/setup/chromium.mjs';

const root = path.join(import.meta.dirname, '../..');
const folder = path.join(root, 'test-results/screens');
const sizes = {
  wide: { width: 1280, height: 800 },
  tablet: { width: 820, height: 1180 },
  narrow: { width: 360, height: 740 },
};
const themes = ['light', 'dark'] as const;
/** The screens that the README shows, each light and dark, by the names of their pictures. */
const forReadme = new Map([
  ['cards', 'list'],
  ['conversation', 'bug'],
  ['inbox-beside', 'inbox'],
  ['board', 'board'],
]);
/** How long a screen may take to settle; a loading one never does. */
const settled = 1_500;

interface Tracker {
  server: ChildProcess;
  url: string;
  token: string;
}

const environment = { PORT: '0', HOST: '127.0.0.1' };
const person = { name: 'Ada Marsh', email: 'ada@example.com', password: seedPassword };

async function fullTracker(): Promise<Tracker> {
  const { server, emails } = await startDemo(['ignore', 'pipe', 'inherit'], environment);
  const url = await readyAt(server);
  return {
    server,
    url,
    token: await sign(`${url}/api/users/login`, { email: emails[0], password: seedPassword }),
  };
}

/** An empty tracker; `more` extends its environment. */
async function emptyTracker(more: NodeJS.ProcessEnv = {}): Promise<Tracker> {
  const data = mkdtempSync(path.join(tmpdir(), 'katydid-screens-'));
  process.once('exit', () => rmSync(data, { recursive: true, force: true }));
  const env = {
    ...process.env,
    ...environment,
    ...more,
    DATABASE_URL: `file:${path.join(data, 'k.db')}`,
  };
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const server = spawn(process.execPath, [path.join(root, 'server/main.ts')], { stdio: [...stdio], env });
  const url = await readyAt(server);
  return { server, url, token: await sign(`${url}/api/users/register`, person) };
}

/** The address that the server's log names once it listens. */
async function readyAt(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('The server has no output to read');
  for await (const line of createInterface(server.stdout)) {
    const address = /Katydid is ready: (http:[^"\s]+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('The server ended before it was ready');
}

async function sign(url: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}

interface Look {
  size: keyof typeof sizes;
  theme: (typeof themes)[number];
}

async function take(
  browser: Browser,
  { url, token }: Tracker,
  screen: Screen,
  { size, theme }: Look,
): Promise<void> {
  const name = `${screen.name}-${size}-${theme}`;
  const picture = size === 'wide' ? forReadme.get(screen.name) : undefined;
  const stored = [
    ...(screen.as === 'anonymous' || screen.as === 'guest of mail' ? [] : [{ name: 'token', value: token }]),
    ...(screen.language === undefined ? [] : [{ name: 'language', value: screen.language }]),
  ];
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizes[size],
    colorScheme: theme,
    deviceScaleFactor: picture === undefined ? 1 : 1.5,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: url, localStorage: stored }] },
  });
  const page = await context.newPage();
  await page.goto(screen.address);
  await page.locator('h1').waitFor();
  await screen.prepare?.(page);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(settled);
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  if (picture !== undefined)
    await page.screenshot({ path: path.join(root, `docs/pictures/${picture}-${theme}.webp`), quality: 60 });
  await context.close();
}

const looks = (['wide', 'tablet', 'narrow'] as const).flatMap((size) =>
  themes.map((theme) => ({ size, theme })),
);
const wanted = screens.filter(({ name }) => name.startsWith(process.argv[2] ?? ''));
mkdirSync(folder, { recursive: true });
const [full, empty] = [await fullTracker(), await emptyTracker()];
// The address is one at which no mail server answers.
const mailing = await emptyTracker({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Katydid <katydid@example.com>',
});
const trackers: Record<Screen['as'], Tracker> = {
  admin: full,
  anonymous: full,
  newcomer: empty,
  mailed: mailing,
  'guest of mail': mailing,
};
const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
try {
  for (const screen of wanted) {
    for (const look of looks) await take(browser, trackers[screen.as], screen, look);
    console.log(screen.name);
  }
} finally {
  await browser.close();
  for (const { server } of [full, empty, mailing]) {
    // Ctrl+C may have ended it already.
    const hasEnded = server.exitCode !== null || server.signalCode !== null;
    if (!hasEnded) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
  }
}
