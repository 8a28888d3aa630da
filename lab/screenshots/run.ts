// Takes pictures of every screen for review, into test-results/screens: wide, at tablet size and narrow, each light and
// dark. Also takes the pictures of the README, into docs/pictures. With a name, as in `npm run screenshots -- list`,
// takes only those whose names begin with it.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { launchChromium } from '#lab/chromium.ts';
import { type LabServer, startServer } from '#lab/server.ts';
import { fillDemo } from '#scripts/demo-data.ts';
import { seedPassword } from '#server/seed/seed.ts';
import { screens } from './screens.ts';
import type { Screen } from './steps.ts';

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
  server: LabServer;
  token: string;
}

const person = { name: 'Ada Marsh', email: 'ada@example.com', password: seedPassword };

async function fullTracker(): Promise<Tracker> {
  let emails: string[] = [];
  const fill = async (url: string) => (emails = await fillDemo(url));
  const server = await startServer({ web: true, fill });
  const body = { email: emails[0], password: seedPassword };
  const { token } = await server.send<{ token: string }>('POST', '/api/users/login', { body });
  return { server, token };
}

async function emptyTracker(environment: Record<string, string> = {}): Promise<Tracker> {
  const server = await startServer({ web: true, environment });
  const { token } = await server.send<{ token: string }>('POST', '/api/users/register', { body: person });
  return { server, token };
}

/** The address is one at which no mail server answers. */
const mailing = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Katydid <katydid@example.com>' };
const starts = { full: fullTracker, empty: emptyTracker, mailing: () => emptyTracker(mailing) };
const trackerOf: Record<Screen['as'], keyof typeof starts> = {
  admin: 'full',
  anonymous: 'full',
  newcomer: 'empty',
  mailed: 'mailing',
  'guest of mail': 'mailing',
};
/** The trackers that a screen has needed so far. */
const started = new Map<keyof typeof starts, Tracker>();

async function trackerFor({ as }: Screen): Promise<Tracker> {
  const kind = trackerOf[as];
  const tracker = started.get(kind) ?? (await starts[kind]());
  started.set(kind, tracker);
  return tracker;
}

interface Look {
  size: keyof typeof sizes;
  theme: (typeof themes)[number];
}

async function take(
  browser: Browser,
  { server: { url }, token }: Tracker,
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
const browser = await launchChromium();
try {
  for (const screen of wanted) {
    const tracker = await trackerFor(screen);
    for (const look of looks) await take(browser, tracker, screen, look);
    console.log(screen.name);
  }
} finally {
  await browser.close();
  for (const { server } of started.values()) await server.stop();
}
