import { inputsOf } from '#contract/bugs/bug-fields.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugInput } from './bug-field.ts';

/** A stored bug as its fields show it. */
export function inputOf(bug: Bug): BugInput {
  const inputs = Object.entries(inputsOf(bug)).map(([name, input]) => [name, input ?? '']);
  return Object.fromEntries(inputs) as BugInput;
}
