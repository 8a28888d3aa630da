const works: (() => Promise<unknown>)[] = [];

/** Registers work for the end of the test file, which runs in reverse order. Tests can also register work. */
export function atEnd(work: () => Promise<unknown>): void {
  works.push(work);
}

/** Runs the work registered for the end of a test file. */
export async function doAtEnd(): Promise<void> {
  for (let work = works.pop(); work; work = works.pop()) await work();
}
