import type { FieldName } from '#web/lib/bugs/bug-field.ts';
import { type FieldChange, fieldsOf, type SavedChange, withFields } from './field-change.ts';
import { lostFields } from './lost-fields.ts';
import type { Bug } from '#web/lib/api/specified.ts';

/** The change that takes a stored one back. */
export function undoOf(change: FieldChange, { made }: SavedChange): FieldChange {
  const { field, part, seen, place, asEditor } = change;
  const also: FieldName[] = [...new Set([...(change.also ?? []), ...lostFields(seen, made)])];
  return {
    field,
    also,
    seen: made,
    part,
    wanted: { ...withFields(made, [field, ...also], { from: change.wanted, to: seen }), rank: seen.rank },
    place: place?.back && { to: place.back, back: place.to },
    isUndo: !change.isUndo,
    asEditor,
  };
}

/** The change made anew of the bug as someone else has stored it. */
export function redoneOn(stored: Bug, change: FieldChange): FieldChange {
  const { seen: from, wanted: to } = change;
  return { ...change, seen: stored, wanted: withFields(stored, fieldsOf(change), { from, to }) };
}
