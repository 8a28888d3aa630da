import { afterAll } from 'vitest';

const works: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const work of works.toReversed()) await work();
});

/** Does this when the test file ends, last come, first served. It may be said within a test, where `afterAll` does nothing. */
export function atEnd(work: () => Promise<unknown>): void {
  works.push(work);
}
