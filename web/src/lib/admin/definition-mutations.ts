import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoint, Input, Output } from '#contract/endpoint.ts';
import { call, type CallInput } from '#web/lib/api/call.ts';
import { onceOnly } from '#web/lib/api/once-only.ts';

/* Mutations of user-defined items, such as labels and versions. */

type BodyOf<E> = Input<E> extends { body: infer Body } ? Body : never;
type QueryOf<E> = Input<E> extends { query?: infer Query } ? Query : unknown;

/** Refetches the queries that show the item with this id. */
type Refresh = (client: QueryClient, id: string) => Promise<unknown>;

/** The hook that creates an item, once. */
export function creating<E extends Endpoint>(endpoint: E, refresh: Refresh) {
  return function useCreate() {
    const client = useQueryClient();
    return useMutation({
      mutationFn: (body: BodyOf<E>) =>
        onceOnly()((headers) => call<E>(endpoint, { body, headers } as unknown as CallInput<E>)),
      onSuccess: (created) => refresh(client, (created as { _id: string })._id),
    });
  };
}

/** The hook that edits an item. */
export function updating<E extends Endpoint>(endpoint: E, refresh: Refresh) {
  return function useUpdate() {
    const client = useQueryClient();
    return useMutation({
      mutationFn: ({ id, body }: { id: string; body: BodyOf<E> }) =>
        call<E>(endpoint, { params: { id }, body } as unknown as CallInput<E>),
      onSuccess: (_, { id }) => refresh(client, id),
    });
  };
}

/** The hook that deletes an item; query parameters are passed beside the id. */
export function deleting<E extends Endpoint>(endpoint: E, refresh: Refresh) {
  return function useDelete() {
    const client = useQueryClient();
    return useMutation({
      mutationFn: ({ id, ...query }: { id: string } & QueryOf<E>) =>
        call<E>(endpoint, { params: { id }, query } as unknown as CallInput<E>),
      onSuccess: (_, { id }) => refresh(client, id),
    });
  };
}

interface Move {
  id: string;
  /** The id of the item to move it before; null for the end. */
  before: string | null;
}

/** The hook that moves an item within the list cached under this key. */
export function moving<E extends Endpoint>(endpoint: E, queryKey: readonly unknown[]) {
  return function useMove() {
    const client = useQueryClient();
    return useMutation({
      mutationFn: ({ id, before }: Move): Promise<Output<E>> =>
        call<E>(endpoint, { params: { id }, body: { before } } as unknown as CallInput<E>),
      // Sequential, because each move refers to a neighbour.
      scope: { id: endpoint.path },
      onSuccess: (all) => void client.setQueryData(queryKey, all),
    });
  };
}
