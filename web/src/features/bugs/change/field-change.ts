import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { type Place, placeBug } from '#contract/bugs/board.ts';
import { bugFields, settled } from '#contract/bugs/bug-fields.ts';
import { type BugField, isSameInput } from '#contract/bugs/field.ts';
import { isRefusal } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { ChangedPart, FieldName } from '#web/lib/bugs/bug-field.ts';
import { withItemChanges } from '#web/lib/merge/merge-items.ts';
import { type Keyed, withKeyChanges } from '#web/lib/merge/merge-keys.ts';
import { inputOf } from '#web/lib/bugs/bug-input.ts';
import { bugsMaybeChanged, bugUpdated } from '#web/features/bugs/data/bug-cache.ts';
import { newerOf } from '#web/features/bugs/data/bug-pages.ts';
import { putBug } from '#web/features/bugs/data/mutations.ts';
import { bugQuery } from '#web/features/bugs/data/queries.ts';
import { changesOf, editOf, editedInput } from '#web/features/bugs/form/bug-form.ts';
import { closeLater } from './closing.ts';
import { saveEdit } from './save-edit.ts';

/** A quick edit: a change of one field without the form. */
export interface FieldChange {
  readonly field: FieldName;
  /** The part of its value that changes, where it has parts. */
  readonly part?: ChangedPart | undefined;
  /** Other fields that change with it, in the same call. */
  readonly also?: readonly FieldName[];
  /** The bug before the change, and with it. */
  readonly seen: Bug;
  readonly wanted: Bug;
  /** It undoes an earlier change. */
  readonly isUndo: boolean;
  /** Where the bug is placed on boards, and how that is taken back; `wanted` has the rank that it is expected to get. */
  readonly place?: { readonly to: Place; readonly back: Place | undefined } | undefined;
  /** The user may edit the bug, and not only work on it. */
  readonly asEditor: boolean;
  /** Reports the stored change in place of a notice. */
  readonly report?: ((saved: SavedChange) => void) | undefined;
}

/** Stored as `made`; `taken` are fields that others changed meanwhile. */
export interface SavedChange {
  readonly is: 'saved';
  readonly made: Bug;
  readonly taken: readonly FieldName[];
}

export type FieldOutcome =
  | SavedChange
  /** Another user changed the same field: nothing was overwritten. */
  | { readonly is: 'overlapping'; readonly stored: Bug };

/** The key of these changes in the mutation cache: pending and settled ones. */
export const changeKey = ['change a field'];

/** All fields that change. */
export function fieldsOf({ field, also = [] }: Pick<FieldChange, 'field' | 'also'>): readonly FieldName[] {
  return [field, ...also];
}

/**
 * The bug with what a change made of these fields, and what follows from that for fields that depend on them. Of a field that
 * is merged by its keys or items, those that the change leaves as they are stay as they are in the bug.
 */
export function withFields(
  bug: Bug,
  fields: readonly FieldName[],
  { from, to }: { readonly from: Bug; readonly to: Bug },
): Bug {
  const made = fields.map((field) => [field, withChange(field, bug[field], from[field], to[field])]);
  return settled({ ...bug, ...(Object.fromEntries(made) as Partial<Bug>) });
}

function withChange(field: FieldName, value: unknown, from: unknown, to: unknown): unknown {
  const { merge }: BugField = bugFields[field];
  if (merge === 'keys')
    return withKeyChanges(value as Keyed<unknown>, from as Keyed<unknown>, to as Keyed<unknown>);
  if (merge === 'items') return withItemChanges(value as Items, from as Items, to as Items);
  return to;
}
type Items = readonly { readonly _id: string }[];

/**
 * Changes a field of a bug as an optimistic update (see `useShownBug`). `ChangeNotices` shows the outcome: a failure also on
 * the page of another bug, a success for a moment. The changes of a bug are saved one after another.
 */
export function changeField(client: QueryClient, change: FieldChange): void {
  forgetSaved(client);
  const observer = new MutationObserver<FieldOutcome, Error, FieldChange>(client, {
    mutationKey: changeKey,
    scope: { id: change.seen._id },
    // Until the notice is closed.
    gcTime: Infinity,
    mutationFn: (wanted) => save(client, wanted),
    onSuccess(outcome) {
      note(client, outcome);
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

/** Changes a field without a notice: the caller reports the outcome. Rejects where it fails. */
export async function changeUnreported(client: QueryClient, change: FieldChange): Promise<FieldOutcome> {
  const outcome = await save(client, change);
  note(client, outcome);
  return outcome;
}

/** Removes the notice of the last successful change. Failures stay until the user closes them. */
export function forgetSaved(client: QueryClient): void {
  const cache = client.getMutationCache();
  for (const mutation of cache.findAll({ mutationKey: changeKey, status: 'success' }))
    if ((mutation.state.data as FieldOutcome | undefined)?.is === 'saved') cache.remove(mutation);
}

async function save(client: QueryClient, change: FieldChange): Promise<FieldOutcome> {
  const { seen, wanted, asEditor, place } = change;
  const fields = fieldsOf(change);
  // Not afterwards: who hands a bug over may not be able to place it any more.
  await placeOf(seen, place?.to);

  const known = client.getQueryData(bugQuery(seen._id).queryKey);
  const isUnchanged = (field: FieldName) =>
    known !== undefined && isSameInput(inputOf(known)[field], inputOf(seen)[field]);
  // Based on the cached version, so that a change of another field is no conflict.
  const from = known && fields.every(isUnchanged) ? known : seen;
  const edit = editOf(from, editedInput(from, withFields(from, fields, { from: seen, to: wanted })));
  let made = from;
  const putBack = () => placeOf(seen, place?.back);
  const saved = await saveEdit(async ({ version, base, values }) => {
    // Back ends without versions may take an absent field for an empty one.
    const body = version === undefined ? values : changesOf(base, values);
    made = await putBug({ id: seen._id, version, body, asEditor });
  }, edit).catch(async (error: unknown) => {
    if (isRefusal(error)) await putBack();
    throw error;
  });
  if ('conflict' in saved) await putBack();
  return 'conflict' in saved
    ? { is: 'overlapping', stored: saved.conflict.stored }
    : { is: 'saved', made, taken: saved.taken };
}

/** Places a bug on boards. That it cannot be placed, as the other bug is gone, keeps nothing from being saved. */
async function placeOf({ _id: id }: Bug, body: Place | undefined): Promise<void> {
  if (!body) return;
  try {
    await call(placeBug, { params: { id }, body });
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

function note(client: QueryClient, outcome: FieldOutcome): void {
  if (outcome.is === 'saved') return void bugUpdated(client, outcome.made);
  const { stored } = outcome;
  client.setQueryData(bugQuery(stored._id).queryKey, (known) => newerOf(known, stored));
}
