/** Those who want to hear of something, and the way to tell them. */
export function createNotifier<Told extends readonly unknown[] = []>() {
  const listeners = new Set<(...told: Told) => void>();
  return {
    /** Calls `listener` each time, from now on. Returns the way to stop. */
    subscribe(listener: (...told: Told) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(...told: Told): void {
      for (const listener of listeners) listener(...told);
    },
  };
}
