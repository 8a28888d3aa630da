import type { SignedInUser } from '#web/lib/api/specified-users.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { ChangedPart, FieldName } from '#web/lib/bugs/bug-field.ts';

/** Changes a field of a bug without the form, or a part of it: `wanted` is the bug with the change. */
export type ChangeField = (field: FieldName, wanted: Bug, part?: ChangedPart) => void;

/** The change that assigns a bug to the user; undefined if it is not permitted, or the user is the assignee. */
export function assignToMe(
  { _id, name }: SignedInUser,
  bug: Bug,
  onChange: ChangeField | undefined,
): (() => void) | undefined {
  if (!onChange || bug.assignedTo?._id === _id) return undefined;
  return () => onChange('assignedTo', { ...bug, assignedTo: { _id, name } });
}
