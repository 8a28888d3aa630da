/* How often labels were chosen in triage on this device: the most used come first. */

const storageKey = 'triage labels';

function read(): Readonly<Record<string, number>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/** Records that a label was chosen. Without storage, labels stay sorted by name. */
export function noteUse(id: string): void {
  const uses = read();
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...uses, [id]: Number(uses[id] ?? 0) + 1 }));
  } catch {
    // Only the order is lost.
  }
}

/** The most used first, the others in their existing order. */
export function byUse<T extends { readonly _id: string }>(labels: readonly T[]): T[] {
  const uses = read();
  return labels.toSorted((one, other) => Number(uses[other._id] ?? 0) - Number(uses[one._id] ?? 0));
}
