import type { QueryClient } from '@tanstack/react-query';
import { reach } from '#web/lib/api/reach.ts';

/**
 * Once the server is back, what is shown and could not be read is read again. All else is brought up to date by the
 * live stream, which goes on where it was.
 */
export function rereadOnReturn(queryClient: QueryClient): void {
  reach.subscribe(() => {
    if (reach.get() !== undefined) return;
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null });
  });
}
