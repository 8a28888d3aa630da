import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { bugFields, dependentFields, settled } from '#contract/bugs/bug-fields.ts';
import { additions, type BugField, isSameInput } from '#contract/bugs/field.ts';
import { setBugField, type WorkField } from '#contract/bugs/bug-work.ts';
import type { updateBugBody } from '#contract/bugs/bugs.ts';
import { type Bug, getBug, updateBug } from '#web/lib/api/specified.ts';
import { type FieldName, inputOf } from '#web/lib/bugs/bug-field.ts';
import { cacheBug, cachedBug } from '#web/lib/bugs/cached-bug.ts';
import { type Keyed, withItemChanges, withKeyChanges } from '#web/lib/merge/merge-parts.ts';
import { mergeTicks } from '#web/ui/markdown/tick.ts';
import { additionsOffered } from '#web/lib/api/back-end.ts';
import { call } from '#web/lib/api/call.ts';
import { changesOf, editedInput, editOf } from './bug-edit.ts';
import { saveEdit, type Taken } from './save-edit.ts';

/** A change of a bug's fields without the form. */
export interface BugChange {
  readonly field: FieldName;
  /** Other fields that change in the same call. */
  readonly also?: readonly FieldName[];
  /** The bug before and after the change. */
  readonly seen: Bug;
  readonly wanted: Bug;
  /** Whether the user may edit the bug, rather than only work on it. */
  readonly asEditor: boolean;
}

/** The change was stored, as `made`; `taken` are fields that others changed meanwhile. */
export interface SavedChange extends Taken {
  readonly is: 'saved';
  readonly made: Bug;
  /** False if the stored bug already was as wanted. */
  readonly hasEffect: boolean;
}

export type ChangeOutcome =
  | SavedChange
  /** Another user changed the same field: nothing was overwritten. */
  | {
      readonly is: 'overlapping';
      readonly stored: Bug;
      /** Their names; empty if unknown. */
      readonly by: readonly string[];
      readonly refusal: unknown;
    };

/** All changed fields. */
export function fieldsOf({ field, also = [] }: Pick<BugChange, 'field' | 'also'>): readonly FieldName[] {
  return [field, ...also];
}

/**
 * The bug with a change of these fields applied, and with its effects on dependent fields. For a field that is merged
 * by keys or items, those that the change does not touch keep the bug's values, and so do the boxes of a text in which
 * only boxes were ticked.
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
  if (merge === 'lines') return mergeTicks(String(from), String(to), String(value)) ?? to;
  return to;
}
type Items = readonly { readonly _id: string }[];

/** Runs the changes of a bug sequentially, in call order. A failure does not stop the later ones. */
export function oneAfterAnother<Result>(
  client: QueryClient,
  { _id: id }: Bug,
  run: () => Promise<Result>,
): Promise<Result> {
  return new MutationObserver<Result>(client, { scope: { id }, mutationFn: run }).mutate();
}

/**
 * Saves a change, merged with what others have stored meanwhile, and caches the stored bug. Rejects on any other
 * failure.
 */
export async function changeBug(client: QueryClient, change: BugChange): Promise<ChangeOutcome> {
  const { seen, wanted, asEditor } = change;
  const fields = fieldsOf(change);
  const known = cachedBug(client, seen._id);
  const isUnchanged = (field: FieldName) =>
    known !== undefined && isSameInput(inputOf(known)[field], inputOf(seen)[field]);
  // Based on the cached version, so that a change to another field is not a conflict.
  const from = known && fields.every(isUnchanged) ? known : seen;
  const edit = editOf(from, editedInput(from, withFields(from, fields, { from: seen, to: wanted })));
  let made = from;
  let hasEffect = true;
  const saved = await saveEdit(async ({ version, base, values }) => {
    const changes = changesOf(base, values);
    hasEffect = Object.keys(changes).length > 0;
    // Back ends without versions may treat a missing field as empty.
    const body = version === undefined ? values : changes;
    made = await putBug({ id: seen._id, version, body, asEditor });
  }, edit);
  const isSaved = !('conflict' in saved);
  cacheBug(client, isSaved ? made : saved.conflict.stored);
  return isSaved
    ? { is: 'saved', made, taken: saved.taken, by: saved.by, hasEffect }
    : {
        is: 'overlapping',
        stored: saved.conflict.stored,
        by: saved.conflict.by,
        refusal: saved.refusal,
      };
}

/** The change that undoes one stored as `made`. */
export function undoOf(change: BugChange, made: Bug): BugChange {
  const { field, seen, wanted, asEditor } = change;
  const also = [...new Set([...(change.also ?? []), ...lostFields(seen, made)])];
  const undone = withFields(made, [field, ...also], { from: wanted, to: seen });
  return { field, also, seen: made, wanted: undone, asEditor };
}

/** The same change applied to the bug that another user has stored. */
export function redoneOn<Change extends BugChange>(stored: Bug, change: Change): Change {
  const { seen: from, wanted: to } = change;
  return { ...change, seen: stored, wanted: withFields(stored, fieldsOf(change), { from, to }) };
}

/** The fields cleared because they depend on an edited one: undo sets them again, if requests may set them. */
export function lostFields(before: Bug, after: Bug): FieldName[] {
  const [from, to] = [inputOf(before), inputOf(after)];
  return dependentFields
    .filter(({ name, isSetByRule }) => !isSameInput(from[name], to[name]) && !isSetByRule?.(from[name]))
    .map(({ name }) => name);
}

export interface BugUpdate {
  id: string;
  /** The base version of the edit: if another one is stored, that is a conflict. */
  version: number | undefined;
  body: z.input<typeof updateBugBody>;
  /**
   * Whether the user may edit the bug. Otherwise the body is one field with a call of its own, and the fields that
   * depend on it.
   */
  asEditor: boolean;
}

/** Sends an edit, and returns what is then stored. Rejects as every call does. */
export async function putBug({ id, version, body, asEditor }: BugUpdate): Promise<Bug> {
  const headers = version === undefined ? {} : { 'if-match': `"${version}"` };
  if (!asEditor) {
    const names = Object.keys(body) as WorkField[];
    // The call that sets the status also accepts its dependent fields.
    const field = names.find((name) => name === 'status') ?? names[0];
    if (field === undefined) return call(getBug, { params: { id } });
    return call(setBugField[field], { params: { id }, body: body as never, headers });
  }
  const stored = await call(updateBug, { params: { id }, body: forBackEnd(body), headers });
  return stored ?? call(getBug, { params: { id } });
}

/** The fields that the back end supports. */
export function forBackEnd<Body extends object>(body: Body): Body {
  if (additionsOffered() !== false) return body;
  const added = new Set(Object.keys(additions(bugFields)));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !added.has(name))) as Body;
}
