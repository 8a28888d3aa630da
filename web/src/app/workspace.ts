import type { QueryClient } from '@tanstack/react-query';
import { additionsOffered, onAdditionsChanged } from '#web/lib/api/back-end.ts';
import { readToken } from '#web/lib/api/token.ts';
import {
  forgetWorkspace,
  storeWorkspace,
  takeWorkspace,
  type WorkspaceParts,
} from '#web/lib/api/workspace.ts';
import type { WorkspaceQuery } from '#web/lib/api/query.ts';
import type { Session } from '#web/lib/session/session.ts';

/**
 * Fills these queries with the response of one call, whenever a user has signed in and the back end has additions.
 * Components use the queries as usual: they show the data stored at the last visit, and wait for the call under way.
 */
export function fillFromWorkspace(
  session: Pick<Session, 'get' | 'subscribe'>,
  client: QueryClient,
  queries: readonly WorkspaceQuery[],
): void {
  let filledFor: string | undefined;
  function follow(): void {
    const state = session.get();
    if (state.status === 'signed-out') filledFor = undefined;
    if (state.status !== 'signed-in' || !additionsOffered() || state.user._id === filledFor) return;
    filledFor = state.user._id;
    fill(client, queries, state.user._id);
  }
  session.subscribe(follow);
  onAdditionsChanged(follow);
  follow();
}

function fill(client: QueryClient, queries: readonly WorkspaceQuery[], user: string): void {
  const { stored, token, answer } = takeWorkspace();
  const parts = answer.then((workspace) => {
    // Not after signing out.
    if (workspace && workspace !== stored && token === readToken()) storeWorkspace({ user, ...workspace });
    return workspace?.parts;
  });
  if (stored && stored.user !== user) forgetWorkspace();
  for (const query of queries) {
    const { queryKey } = query;
    const known = stored?.user === user ? dataIn(stored.parts, query) : undefined;
    if (known !== undefined && client.getQueryData(queryKey) === undefined)
      client.setQueryData(queryKey, known, { updatedAt: 0 });
    let isFirst = true;
    const filling = client.query({
      ...query,
      async queryFn(context) {
        // The response of the call under way does not include later changes.
        if (!isFirst) return query.queryFn(context);
        isFirst = false;
        const data = dataIn(await parts, query);
        if (data !== undefined) return data;
        // Data that no component shows needs no call of its own.
        const isShown = client.getQueryCache().find({ queryKey })?.isActive();
        if (!isShown) void client.cancelQueries({ queryKey, exact: true });
        context.signal.throwIfAborted();
        return query.queryFn(context);
      },
    });
    // The components show the failure.
    filling.catch(() => undefined);
  }
}

/** The query's data in a workspace; undefined if it is missing or not as this page expects it. */
function dataIn(parts: WorkspaceParts | undefined, { endpoint, dataOf }: WorkspaceQuery): unknown {
  if (parts === undefined) return undefined;
  const parsed = endpoint.response?.safeParse(parts[endpoint.workspace ?? '']);
  if (parsed?.success) return dataOf(parsed.data);
  // The next visit gets another one.
  forgetWorkspace();
  return undefined;
}
