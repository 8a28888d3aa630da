import { chromium } from '@playwright/test';
import { findChromium } from '#scripts/setup/chromium.mjs';

/** Starts the browser that the browser tests use. */
export async function launchChromium() {
  const executablePath = findChromium();
  return chromium.launch({
    // Without a browser of the machine, Playwright starts the one that it has installed.
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
}
