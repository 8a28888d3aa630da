import type { SignedInUser } from '#web/lib/api/specified-users.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { ChangedPart, FieldName } from '#web/lib/bugs/bug-field.ts';
import { keyTexts } from './texts.ts';

/** Changes a field of a bug, or a part of it, without the form: `wanted` is the bug with the change. */
export type ChangeField = (field: FieldName, wanted: Bug, part?: ChangedPart) => void;

/** The change that assigns a bug to the user, or the reason why it is not permitted (`whyNot`) or not needed. */
export function assignToMe(
  { _id, name }: SignedInUser,
  bug: Bug,
  whyNot: string | undefined,
  onChange: ChangeField,
): (() => void) | string {
  if (bug.assignedTo?._id === _id) return keyTexts.alreadyYours;
  if (whyNot !== undefined) return whyNot;
  return () => onChange('assignedTo', { ...bug, assignedTo: { _id, name } });
}
