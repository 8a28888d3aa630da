import type { BrowserContext } from '@playwright/test';

/** Chromium logs every response from 400 on, and every request without a response. This is expected for API calls. */
const failedCall = /^Failed to load resource:/;
/** Expected for all requests while a test has stopped the server or aborted the connection. */
const unanswered = /^Failed to load resource: net::ERR_(CONNECTION|INTERNET|NETWORK|EMPTY|SOCKET)/;

/**
 * Adds to `faults`: errors in the console, uncaught errors, violations of the Content-Security-Policy, requests to
 * other origins, and 500 responses of the server, but not those with the header `x-planted` of a test.
 */
export async function collectFaults(
  context: BrowserContext,
  origins: readonly string[],
  faults: string[],
): Promise<void> {
  const isAt = (url: string, path: string) => origins.some((origin) => url.startsWith(origin + path));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`CSP: ${violatedDirective} forbids ${blockedURI} in ${sourceFile}`),
    );
  });
  context.on('console', (message) => {
    if (!['error', 'warning', 'assert'].includes(message.type())) return;
    const { url } = message.location();
    if (failedCall.test(message.text()) && isAt(url, '/api/')) return;
    if (unanswered.test(message.text()) && isAt(url, '/')) return;
    faults.push(`console: ${message.text()} (${url})`);
  });
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    const url = request.url();
    if (!isAt(url, '/') && !/^(data|blob|about):/.test(url)) faults.push(`another origin: ${url}`);
  });
  context.on('response', (response) => {
    if (response.status() === 500 && response.headers()['x-planted'] === undefined)
      faults.push(`500: ${response.request().method()} ${response.url()}`);
  });
}
