/**
 * A function that loads code once. The browser resolves an import only after pending tasks, even if the code is already
 * loaded; later calls do not wait for them. A failed load is retried.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
