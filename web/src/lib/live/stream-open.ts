let isOpen = false;

/** Whether the stream of changes is open, or its page hidden: what it corrects in the cache is then up to date. */
export function isStreamOpen(): boolean {
  return isOpen;
}

/** Called by what follows the stream, at each change. */
export function noteStream(open: boolean): void {
  isOpen = open;
}
