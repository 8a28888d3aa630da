import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { isPassing } from './api/api-error.ts';
import { sharedFor } from './routes.ts';

/** The cache of the server's responses. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: sharedFor,
        // Failures are also shared for this time: otherwise the component would repeat the call behind the message.
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > sharedFor,
        // A failure is shown at once, even without a network, instead of pausing the query.
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && isPassing(error),
        retryDelay: 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** The component of a part whose code loads when it is shown. */
export const codeOf = <Props>(title: string, load: () => Promise<ComponentType<Props>>) =>
  queryOptions({
    queryKey: ['code of', title],
    queryFn: async () => ({ Content: await load() }),
    staleTime: Infinity,
  });
