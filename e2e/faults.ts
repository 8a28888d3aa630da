import type { BrowserContext } from '@playwright/test';

/** Chromium writes a line for every answer from 400 on, and for every request without one; for calls of the API that is no fault. */
const failedCall = /^Failed to load resource:/;
/** Nor is it one of the page where a test has stopped the server or cut the line. */
const unanswered = /^Failed to load resource: net::ERR_(CONNECTION|INTERNET|NETWORK|EMPTY|SOCKET)/;

/**
 * Adds to `faults` whatever no page may do: an error in the console or uncaught, a breach of the
 * Content-Security-Policy, a request to an origin other than these, an answer of 500 by the server itself.
 */
export async function listenForFaults(
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
    if (response.status() === 500) faults.push(`500: ${response.request().method()} ${response.url()}`);
  });
}
