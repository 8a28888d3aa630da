import { describe, expect, test } from 'vitest';
import type { Bug } from '#web/lib/api/specified.ts';
import { type BugInput, inputOf } from '#web/lib/bugs/bug-field.ts';
import { editOf } from '#web/lib/bugs/change/bug-edit.ts';
import { type Conflict, mergeEdit } from '#web/lib/bugs/change/save-edit.ts';
import { testBug } from '#web/lib/bugs/test-bug.ts';
import { decided, isDecided, typedSoFar } from './conflict-resolution.ts';

const bug = testBug(1, { title: 'Login fails', priority: 'low' });
const base = inputOf(bug);

describe('choices', () => {
  const conflictOf = async (
    mine: Partial<BugInput>,
    theirs: Partial<Pick<Bug, 'title' | 'priority'>>,
  ): Promise<Conflict> => ({
    edit: editOf(bug, { ...base, ...mine }),
    stored: { ...bug, ...theirs, assignedTo: null, version: 2 },
    merged: await mergeEdit(editOf(bug, { ...base, ...mine }), { ...base, ...theirs }),
    by: [],
  });

  test('make an edit of the stored bug', async () => {
    const conflict = await conflictOf({ title: 'Mine' }, { title: 'Theirs', priority: 'high' });
    expect(isDecided(conflict, {})).toBe(false);
    expect(isDecided(conflict, { title: { text: 'Typed' } })).toBe(false);
    for (const [pick, title] of [
      ['yours', 'Mine'],
      ['theirs', 'Theirs'],
      ['merged', 'Typed'],
    ] as const) {
      const choices = { title: { pick, text: 'Typed' } };
      expect(isDecided(conflict, choices)).toBe(true);
      const edit = decided(conflict, choices);
      expect([edit.version, edit.base.title, edit.values.title]).toEqual([2, 'Theirs', title]);
      expect(edit.values.priority).toBe('high');
    }
  });

  test('a draft has the text typed as merged, or one’s own if none was typed', async () => {
    const conflict = await conflictOf({ title: 'Mine' }, { title: 'Theirs' });
    expect(typedSoFar(conflict, { title: { pick: 'theirs' } }).values.title).toBe('Mine');
    const draft = typedSoFar(conflict, { title: { pick: 'theirs', text: 'Typed' } });
    expect([draft.version, draft.values.title]).toEqual([1, 'Typed']);
  });
});
