import { type BugPage, getBugPage } from '#contract/bugs/bug-page.ts';
import type { PageCall } from '#server/extensions/bug-page.ts';
import type { Feature } from '#server/extensions/feature.ts';
import { AppError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';

type Reader = (call: PageCall) => Promise<unknown>;

/** One call for what all features show on the page of a bug. */
export function composeBugPage(features: readonly Pick<Feature, 'bugPage'>[]): Feature {
  const readers = features.flatMap(({ bugPage = {} }) => Object.entries<Reader>(bugPage));
  return {
    name: 'bug page',
    routes: [route(getBugPage, (call) => readPage(readers, call), { cached: true })],
  };
}

/** Reads all parts at once. @throws AppError 404, 400 for an unknown entry */
async function readPage(readers: readonly [string, Reader][], call: PageCall): Promise<BugPage> {
  const parts = readers.map(async ([name, read]) => [name, await allowed(read(call))] as const);
  return Object.fromEntries(await Promise.all(parts));
}

/** The part; undefined if the caller may not see it. */
async function allowed(part: Promise<unknown>): Promise<unknown> {
  try {
    return await part;
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return undefined;
    throw error;
  }
}
