import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './api/api-error.ts';

/** The cache of the server's answers. A route's loader and its component share an answer for the first few seconds. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A failure is shown at once, also without a network, instead of pausing the query.
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && isPassing(error),
        retryDelay: 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
