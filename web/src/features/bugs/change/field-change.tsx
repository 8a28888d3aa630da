import {
  type Mutation,
  type MutationKey,
  MutationObserver,
  type QueryClient,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { type Place, placeBug } from '#contract/bugs/board.ts';
import { isRefusal } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import {
  type BugFieldView,
  type BugInput,
  type ChangedPart,
  type FieldName,
  inputOf,
} from '#web/lib/bugs/bug-field.ts';
import {
  type BugChange,
  changeBug,
  type ChangeOutcome,
  fieldsOf,
  type SavedChange,
  undoOf,
  withFields,
} from '#web/lib/bugs/change/change-bug.ts';
import { ResolveDialog, useIsResolvingAsked } from '#web/lib/bugs/opened.tsx';
import { useBugFields } from '#web/lib/extensions.ts';
import { noticeShownFor } from '#web/ui/notice-time.ts';
import { bugsMaybeChanged, bugUpdated } from '#web/features/bugs/data/mutations.ts';
import { changeTexts } from './texts.ts';

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
const changeKey = ['change a field'];

/**
 * Changes a field of a bug as an optimistic update (see `useShownBug`). `ChangeNotices` shows the outcome: a success
 * for a moment, a failure even on the page of another bug. The changes of a bug are saved one after another.
 */
export function changeField(client: QueryClient, change: FieldChange): void {
  forgetSaved(client);
  const observer = new MutationObserver<ChangeOutcome, Error, FieldChange>(client, {
    mutationKey: changeKey,
    scope: { id: change.seen._id },
    // Stays in the cache until the notice is closed.
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

/** Changes a field without a notice: the caller reports the outcome. Rejects if the change fails. */
export async function saveField(client: QueryClient, change: FieldChange): Promise<ChangeOutcome> {
  const { seen, place } = change;
  // Placed before the change: users who reassign a bug may no longer be allowed to place it.
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

/** Places a bug on boards. If it cannot be placed because its neighbour is gone, the change is saved anyway. */
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

/** A bug with the optimistic updates of its pending changes, and the fields that these change. */
export function useShownBug(bug: Bug): { shown: Bug; saving: readonly FieldName[] } {
  const changes = usePendingChanges().filter(({ seen }) => seen._id === bug._id);
  return { shown: changes.reduce(withChange, bug), saving: changes.flatMap(fieldsOf) };
}

/** Bugs with the optimistic updates of their pending changes; the others stay the same objects. */
export function useShownBugs(bugs: readonly Bug[]): readonly Bug[] {
  const changes = usePendingChanges();
  return useMemo(() => {
    if (changes.length === 0) return bugs;
    return bugs.map((bug) => changes.filter(({ seen }) => seen._id === bug._id).reduce(withChange, bug));
  }, [bugs, changes]);
}

/** The changes that are not stored yet. */
export function usePendingChanges(): readonly FieldChange[] {
  return useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => state.variables as FieldChange,
  });
}

function withChange(shown: Bug, change: FieldChange): Bug {
  const { place, seen, wanted } = change;
  return {
    ...withFields(shown, fieldsOf(change), { from: seen, to: wanted }),
    ...(place && { rank: wanted.rank }),
  };
}

export interface SettledChange {
  readonly id: number;
  readonly change: FieldChange;
  /** Undefined after a failure; `error` has the cause. */
  readonly outcome: ChangeOutcome | undefined;
  readonly error: unknown;
  readonly mutation: Mutation;
}

/** Settled changes whose notices are still open. */
export function useSettledChanges(): readonly SettledChange[] {
  return useMutationState({
    filters: { mutationKey: changeKey, predicate: ({ state }) => state.status !== 'pending' },
    select: (mutation) => ({
      id: mutation.mutationId,
      change: mutation.state.variables as FieldChange,
      outcome: mutation.state.data as ChangeOutcome | undefined,
      error: mutation.state.error,
      mutation,
    }),
  });
}

interface ChangeField {
  readonly change: (change: FieldChange) => void;
  /** The dialog before a change, to be rendered. */
  readonly question: ReactNode;
}

/** Changes fields of bugs. If resolving a bug asks for further fields, a dialog asks for them before the change. */
export function useChangeField(): ChangeField {
  const client = useQueryClient();
  const fields = useBugFields();
  const isResolvingAsked = useIsResolvingAsked();
  const [asked, setAsked] = useState<FieldChange>();
  const close = () => setAsked(undefined);

  function change(wanted: FieldChange) {
    if (resolves(wanted) && isResolvingAsked([wanted.seen])) setAsked(wanted);
    else changeField(client, wanted);
  }

  function answer(resolving: FieldChange, answers: Partial<BugInput>) {
    close();
    const { seen, wanted } = resolving;
    const answered = fields.filter(({ name }) => name in answers);
    const values = answered.map((field) => [
      field.name,
      valueOf(field, { ...inputOf(seen), ...answers }, seen),
    ]);
    changeField(client, {
      ...resolving,
      also: answered.map(({ name }) => name),
      wanted: { ...wanted, ...(Object.fromEntries(values) as Partial<Bug>) },
    });
  }
  const valueOf = ({ name, toValue }: BugFieldView, { [name]: input }: BugInput, bug: Bug) =>
    toValue(input, { client, bug });

  const question = asked && (
    <ResolveDialog
      title={changeTexts.resolveTitle(shortName(asked.seen))}
      bug={asked.seen}
      resolved={[asked.seen]}
      onResolve={(answers) => answer(asked, answers)}
      onClose={close}
    />
  );
  return { change, question };
}

function resolves({ field, seen, wanted }: FieldChange): boolean {
  return field === 'status' && wanted.status === 'resolved' && seen.status !== 'resolved';
}

/** The name of a bug in a sentence: its number, or its title if bugs have no numbers. */
export function shortName({ number, title }: Bug): string {
  return number === undefined ? changeTexts.quoted(title) : `#${number}`;
}
