import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './api/api-error.ts';
import { sharedFor } from './routes.ts';

/** The cache of the server's answers. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: sharedFor,
        // So is a failure: otherwise the component would repeat the call at once, behind the message.
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > sharedFor,
        // A failure is shown at once, also without a network, instead of pausing the query.
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && isPassing(error),
        retryDelay: 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
