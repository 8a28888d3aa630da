import { lazyRouteComponent } from '@tanstack/react-router';
import { createNotifier } from './notifier.ts';

/** Notifies when an error is shown in place of a page. */
export const pageFailed = createNotifier();

/** The code of a page could not be fetched: the server is unreachable, or has a newer build without this file. */
export class MissingCodeError extends Error {
  constructor(cause: unknown) {
    super('The code of this page could not be loaded', { cause });
    this.name = 'MissingCodeError';
  }
}

/**
 * The component `name` of the module that `load` imports, fetched when its route is first shown or preloaded. Rendering
 * it throws MissingCodeError if the module cannot be fetched. The router's own lazy routes would reload the page then,
 * which replaces the application by the browser's error page while the server is unreachable.
 */
export function lazyPage<T extends Record<string, unknown>, K extends keyof T & string>(
  load: () => Promise<T>,
  name: K,
) {
  const loadPage = () =>
    load().catch((error: unknown) => {
      throw new MissingCodeError(error);
    });
  return lazyRouteComponent(loadPage, name);
}

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
