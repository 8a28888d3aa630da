import type { Mutation, MutationKey, QueryClient } from '@tanstack/react-query';
import { noticeShownFor } from '#web/ui/notice-time.ts';

/* Notices of quick edits are settled mutations: they appear both on the list page and on the bug's page. */

/** The interval at which a held notice is checked again, in milliseconds. */
const shownAfterHold = 1_000;

const held = new Set<Mutation>();

/** Keeps a notice from closing by itself while it has the focus or the pointer. */
export function holdNotice(mutation: Mutation, isHeld: boolean): void {
  if (isHeld) held.add(mutation);
  else held.delete(mutation);
}

/** Closes the notice of the change with these variables after a moment. */
export function closeLater(client: QueryClient, mutationKey: MutationKey, variables: unknown): void {
  const cache = client.getMutationCache();
  const mutation = cache.find({ mutationKey, predicate: ({ state }) => state.variables === variables });
  const close = () => {
    if (!mutation) return;
    if (held.has(mutation)) setTimeout(close, shownAfterHold);
    else cache.remove(mutation);
  };
  setTimeout(close, noticeShownFor);
}
