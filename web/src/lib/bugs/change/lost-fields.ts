import { dependentFields } from '#contract/bugs/bug-fields.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { FieldName } from '#web/lib/bugs/bug-field.ts';
import { inputOf } from '#web/lib/bugs/bug-input.ts';

/** The fields cleared because they depend on an edited one: undo sets them again, if requests may set them. */
export function lostFields(before: Bug, after: Bug): FieldName[] {
  const [from, to] = [inputOf(before), inputOf(after)];
  return dependentFields
    .filter(({ name, isSetByRule }) => !isSameInput(from[name], to[name]) && !isSetByRule?.(from[name]))
    .map(({ name }) => name);
}
