// Takes the pictures of the README, of the demonstration's data.
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { seedPassword } from '#server/seed.ts';
import { startDemo } from './demo/tracker.ts';
import { findChromium } from './setup/chromium.mjs';

const pictures = [{ file: 'bug-list.png', address: '/bugs' }];

const { server, emails } = await startDemo(['ignore', 'pipe', 'inherit'], { PORT: '0', HOST: '127.0.0.1' });
const url = await readyAt();
const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
try {
  const token = await signIn();
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 2,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: [{ name: 'token', value: token }] }],
    },
  });
  for (const { file, address } of pictures) {
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole('table').waitFor();
    await page.getByRole('img', { name: 'Live' }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: path.join(import.meta.dirname, '../docs', file) });
    console.log(`docs/${file}`);
  }
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await once(server, 'exit');
}

/** The address that the server's log names once it listens. */
async function readyAt(): Promise<string> {
  if (!server.stdout) throw new Error('The server has no output to read');
  for await (const line of createInterface(server.stdout)) {
    const address = /Katydid is ready: (http:[^"\s]+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('The server ended before it was ready');
}

async function signIn(): Promise<string> {
  const response = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emails[0], password: seedPassword }),
  });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}
