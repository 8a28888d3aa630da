/**
 * A function that loads code once. Even of code that is loaded, the browser resolves an import only after the tasks that
 * wait; later calls do not wait for them. A load that failed is tried again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
