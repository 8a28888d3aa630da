import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/setup/chromium.mjs';

const chromium = findChromium();

export default defineConfig({
  testDir: '.',
  testMatch: ['e2e/**/*.spec.ts', 'lab/**/*.spec.ts'],
  outputDir: 'test-results',
  fullyParallel: true,
  // Each keeps most of two cores busy. With a third, 21 tests of lists were not faster.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  // They find what hangs, not what is slow on a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A trace of every test would take a quarter of the time: `npx playwright test --trace on` records it for one.
    screenshot: 'only-on-failure',
    launchOptions: {
      // Without one of the machine's own, Playwright starts the one it has installed.
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
