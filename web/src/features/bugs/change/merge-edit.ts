import {
  type BugEdit,
  type BugField,
  bugFields,
  type BugInput,
  bugInput,
} from '#web/features/bugs/form/bug-form.ts';

/** A field of which two edits say different things. */
export interface Overlap {
  readonly field: BugField;
  readonly yours: string;
  readonly theirs: string;
  /** Both in one, where the field is a text. */
  readonly merged: string | undefined;
}

export interface MergedEdit {
  /** Both edits in one; where they overlap, the own. */
  readonly values: BugInput;
  /** Where the other's was taken. */
  readonly taken: readonly BugField[];
  readonly overlaps: readonly Overlap[];
}

const units = { title: 'words', description: 'lines' } as const;

/** Merges an edit with what another has made of the same version: field by field, and a description line by line. */
export async function mergeEdit({ base, values: mine }: BugEdit, theirs: BugInput): Promise<MergedEdit> {
  const values: Record<string, string> = { ...mine };
  const taken: BugField[] = [];
  const overlaps: Overlap[] = [];
  for (const field of bugFields) {
    if (theirs[field] === base[field] || theirs[field] === mine[field]) continue;
    const merged = mine[field] === base[field] ? theirs[field] : undefined;
    const both = merged === undefined ? await mergeTexts(field, base, mine, theirs) : undefined;
    const agreed = merged ?? (both?.clean ? both.text : undefined);
    if (agreed === undefined)
      overlaps.push({ field, yours: mine[field], theirs: theirs[field], merged: both?.text });
    else {
      values[field] = agreed;
      taken.push(field);
    }
  }
  return { values: bugInput.parse(values), taken, overlaps };
}

/** Words of a title that merge may still make nonsense of it, so that a person has to look. */
async function mergeTexts(field: BugField, base: BugInput, mine: BugInput, theirs: BugInput) {
  if (field !== 'title' && field !== 'description') return undefined;
  const { mergeText } = await import('#web/lib/merge/merge-text.ts');
  const merged = mergeText(base[field], mine[field], theirs[field], units[field]);
  return field === 'title' ? { ...merged, clean: false } : merged;
}
