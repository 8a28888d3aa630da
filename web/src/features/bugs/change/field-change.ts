import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { type Place, placeBug } from '#contract/bugs/board.ts';
import { isRefusal } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { ChangedPart } from '#web/lib/bugs/bug-field.ts';
import {
  type BugChange,
  changeBug,
  type ChangeOutcome,
  type SavedChange,
  undoOf,
} from '#web/lib/bugs/change/change-bug.ts';
import { bugsMaybeChanged, bugUpdated } from '#web/features/bugs/data/bug-cache.ts';
import { closeLater } from './closing.ts';

/** A quick edit whose outcome is reported. */
export interface FieldChange extends BugChange {
  /** The part of the value that changes, if it has parts. */
  readonly part?: ChangedPart | undefined;
  /** Whether it undoes an earlier change. */
  readonly isUndo: boolean;
  /** The place of the bug on boards, and the one for undo; `wanted` has the expected rank. */
  readonly place?: { readonly to: Place; readonly back: Place | undefined } | undefined;
  /** Reports the stored change in place of a notice. */
  readonly report?: ((saved: SavedChange) => void) | undefined;
}

/** The key of these changes in the mutation cache: pending and settled ones. */
export const changeKey = ['change a field'];

/**
 * Changes a field of a bug as an optimistic update (see `useShownBug`). `ChangeNotices` shows the outcome: a failure also on
 * the page of another bug, a success for a moment. The changes of a bug are saved one after another.
 */
export function changeField(client: QueryClient, change: FieldChange): void {
  forgetSaved(client);
  const observer = new MutationObserver<ChangeOutcome, Error, FieldChange>(client, {
    mutationKey: changeKey,
    scope: { id: change.seen._id },
    // Until the notice is closed.
    gcTime: Infinity,
    mutationFn: (wanted) => saveField(client, wanted),
    onSuccess(outcome) {
      if (outcome.is !== 'saved') return;
      change.report?.(outcome);
      closeLater(client, changeKey, change);
    },
    onError(error) {
      if (!isRefusal(error)) void bugsMaybeChanged(client, [change.seen._id]);
    },
  });
  observer.mutate(change).catch(() => undefined);
}

/** Removes the notice of the last successful change. Failures stay until the user closes them. */
export function forgetSaved(client: QueryClient): void {
  const cache = client.getMutationCache();
  for (const mutation of cache.findAll({ mutationKey: changeKey, status: 'success' }))
    if ((mutation.state.data as ChangeOutcome | undefined)?.is === 'saved') cache.remove(mutation);
}

/** Changes a field without a notice: the caller reports the outcome. Rejects where it fails. */
export async function saveField(client: QueryClient, change: FieldChange): Promise<ChangeOutcome> {
  const { seen, place } = change;
  // Not after the change: users who reassign a bug may no longer be allowed to place it.
  await placeOf(seen, place?.to);
  const putBack = () => placeOf(seen, place?.back);
  const outcome = await changeBug(client, change).catch(async (error: unknown) => {
    if (isRefusal(error)) await putBack();
    throw error;
  });
  if (outcome.is === 'saved') void bugUpdated(client, outcome.made);
  else await putBack();
  return outcome;
}

/** Places a bug on boards. If it cannot be placed because the other bug is gone, the change is saved anyway. */
async function placeOf({ _id: id }: Bug, body: Place | undefined): Promise<void> {
  if (!body) return;
  try {
    await call(placeBug, { params: { id }, body });
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** The change that undoes a stored one. */
export function undoOfField(change: FieldChange, { made }: SavedChange): FieldChange {
  const { part, place, isUndo } = change;
  const undo = undoOf(change, made);
  return {
    ...undo,
    part,
    wanted: { ...undo.wanted, rank: change.seen.rank },
    place: place?.back && { to: place.back, back: place.to },
    isUndo: !isUndo,
  };
}
