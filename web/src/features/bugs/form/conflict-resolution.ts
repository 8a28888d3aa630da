import type { BugInput, FieldName } from '#web/lib/bugs/bug-field.ts';
import type { Conflict, Overlap } from '#web/lib/bugs/change/save-edit.ts';
import { type BugEdit, bugInput, editOf } from '#web/lib/bugs/change/bug-edit.ts';

/** The user's resolution of one overlapping field. */
export interface Choice {
  readonly pick?: 'yours' | 'theirs' | 'merged';
  /** The merged text, as the user edited it. */
  readonly text?: string;
}

export type Choices = Readonly<Partial<Record<FieldName, Choice>>>;

/** The text of the option "Merged". */
export function mergedText({ merged, yours }: Overlap, choice: Choice | undefined): string {
  return choice?.text ?? merged ?? textIn(yours);
}

/** An input that is a text. */
export function textIn(input: Overlap['yours']): string {
  return typeof input === 'string' ? input : '';
}

/** Whether every overlap has a choice. */
export function isDecided({ merged }: Conflict, choices: Choices): boolean {
  return merged.overlaps.every(({ field }) => choices[field]?.pick !== undefined);
}

/** The edit of the stored bug that applies the choices. */
export function decided({ stored, merged }: Conflict, choices: Choices): BugEdit {
  const chosen = merged.overlaps.map((overlap) => {
    const choice = choices[overlap.field];
    const value = choice?.pick === 'merged' ? mergedText(overlap, choice) : overlap[choice?.pick ?? 'yours'];
    return [overlap.field, value];
  });
  return editOf(stored, bugInput.parse({ ...merged.values, ...Object.fromEntries(chosen) }));
}

/** The edit with all input so far, including edited merged texts: stored as the draft during a conflict. */
export function typedSoFar({ edit, merged }: Conflict, choices: Choices): BugEdit {
  const typed = merged.overlaps.flatMap(({ field }) => {
    const text = choices[field]?.text;
    return text === undefined ? [] : [[field, text]];
  });
  return { ...edit, values: { ...edit.values, ...(Object.fromEntries(typed) as Partial<BugInput>) } };
}
