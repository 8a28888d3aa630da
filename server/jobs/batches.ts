/** How many rows a transaction deletes, so that others do not wait for long. */
export const batchSize = 500;

/** Calls `remove`, which deletes up to `batchSize` rows and returns how many it deleted, until there are no more. */
export async function inBatches(remove: () => Promise<number | bigint>, signal: AbortSignal): Promise<void> {
  do signal.throwIfAborted();
  while ((await remove()) >= batchSize);
}
