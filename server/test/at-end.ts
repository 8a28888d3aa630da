const works: (() => Promise<unknown>)[] = [];

/** Does this when the test file ends, last come, first served; also where it is said within a test. */
export function atEnd(work: () => Promise<unknown>): void {
  works.push(work);
}

/** Does what was said for the end of a test file. */
export async function doAtEnd(): Promise<void> {
  for (let work = works.pop(); work; work = works.pop()) await work();
}
