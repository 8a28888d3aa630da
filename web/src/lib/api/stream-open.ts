let isOpen = false;

/**
 * Whether the stream of changes delivers, or did until its page was hidden: what the changes correct needs no other
 * request. A page has one stream.
 */
export function isStreamOpen(): boolean {
  return isOpen;
}

/** Called by what follows the stream: when something arrives, and when the stream breaks or ends. */
export function noteStream(open: boolean): void {
  isOpen = open;
}
