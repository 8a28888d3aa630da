import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { type Bug, bug as bugSchema } from '#web/lib/api/specified.ts';
import { type BugInput, inputOf } from '#web/lib/bugs/bug-field.ts';
import { testBug } from '#web/lib/bugs/test-bug.ts';
import { type BugEdit, editOf } from './bug-edit.ts';
import { mergeEdit, saveEdit } from './save-edit.ts';

vi.mock(import('#web/lib/api/call.ts'), () => ({ call: vi.fn<() => never>() as never }));

const bug = testBug(1, { title: 'Login fails', description: 'One\nTwo\nThree', priority: 'low' });
const base = inputOf(bug);
const merge = (mine: Partial<BugInput>, theirs: Partial<BugInput>) =>
  mergeEdit(editOf(bug, { ...base, ...mine }), { ...base, ...theirs });

describe('mergeEdit', () => {
  test('takes the fields that only the other edit has changed', async () => {
    expect(await merge({ title: 'Mine' }, { status: 'resolved', priority: 'high' })).toEqual({
      values: { ...base, title: 'Mine', status: 'resolved', priority: 'high' },
      taken: ['status', 'priority'],
      overlaps: [],
    });
  });

  test('merges descriptions line by line', async () => {
    const merged = await merge({ description: 'ONE\nTwo\nThree' }, { description: 'One\nTwo\nTHREE' });
    expect(merged.values.description).toBe('ONE\nTwo\nTHREE');
    expect([merged.taken, merged.overlaps]).toEqual([['description'], []]);
  });

  test('leaves overlapping fields to a person', async () => {
    const merged = await merge(
      { title: 'Login breaks', status: 'resolved', description: 'One\nMine\nThree' },
      { title: 'Logout fails', status: 'in-progress', description: 'One\nTheirs\nThree' },
    );
    expect(merged.taken).toEqual([]);
    expect(merged.overlaps).toEqual([
      { field: 'title', yours: 'Login breaks', theirs: 'Logout fails', merged: 'Login breaks Logout fails' },
      {
        field: 'description',
        yours: 'One\nMine\nThree',
        theirs: 'One\nTheirs\nThree',
        merged: 'One\nMine\nTheirs\nThree',
      },
      { field: 'status', yours: 'resolved', theirs: 'in-progress', merged: undefined },
    ]);
  });

  test('asks about a title even if it merges word by word', async () => {
    const merged = await merge({ title: 'Logins fails' }, { title: 'Login fails twice' });
    expect(merged.overlaps).toMatchObject([{ field: 'title', merged: 'Logins fails twice' }]);
  });

  test('property: every field is one’s own, the other’s, or asked about', async () => {
    const value = fc
      .record({
        title: fc.constantFrom('A', 'B', 'C'),
        description: fc.constantFrom('A', 'B', 'A\nB', 'B\nA'),
        status: fc.constantFrom('open' as const, 'in-progress' as const, 'resolved' as const),
        priority: fc.constantFrom('low' as const, 'medium' as const, 'high' as const),
        assignedTo: fc.constantFrom('', 'ada', 'bob'),
      })
      .map((values) => ({ ...base, ...values }));
    await fc.assert(
      fc.asyncProperty(value, value, value, async (before, mine, theirs) => {
        const edit = { version: 1, base: before, values: mine };
        const { values, taken, overlaps } = await mergeEdit(edit, theirs);
        const asked = new Set<string>(overlaps.map(({ field }) => field));
        for (const field of ['title', 'status', 'priority', 'assignedTo'] as const) {
          const wanted = mine[field] === before[field] ? theirs[field] : mine[field];
          expect(values[field]).toBe(wanted);
          const isClash = mine[field] !== before[field] && theirs[field] !== before[field];
          expect(asked.has(field)).toBe(isClash && mine[field] !== theirs[field]);
        }
        expect(taken.filter((field) => asked.has(field))).toEqual([]);
      }),
    );
  });
});

describe('saveEdit', () => {
  const refused = (stored: Bug) =>
    new ApiError(412, { message: 'Changed', code: 'version_mismatch', requestId: 'r', bug: stored });

  /** A server on which others save first, once for each of `versions`. */
  function server(...versions: Bug[]) {
    const sent: [version: number | undefined, values: BugInput][] = [];
    async function put({ version, values }: BugEdit): Promise<void> {
      sent.push([version, values]);
      const stored = versions.shift();
      if (stored) throw refused(bugSchema.parse(stored));
    }
    return { put, sent };
  }

  test('merges again until no other edit comes first', async () => {
    const { put, sent } = server(
      { ...bug, priority: 'high', version: 2 },
      { ...bug, priority: 'high', status: 'resolved', version: 5 },
    );
    const saved = await saveEdit(put, editOf(bug, { ...base, title: 'Mine' }));
    expect(saved).toEqual({ taken: ['priority', 'status'], by: [] });
    expect(sent).toEqual([
      [1, { ...base, title: 'Mine' }],
      [2, { ...base, title: 'Mine', priority: 'high' }],
      [5, { ...base, title: 'Mine', priority: 'high', status: 'resolved' }],
    ]);
  });

  test('an edit whose response was lost is recognised as one’s own, and not reported', async () => {
    const { put, sent } = server({ ...bug, title: 'Mine', version: 2 });
    expect(await saveEdit(put, editOf(bug, { ...base, title: 'Mine' }))).toEqual({ taken: [], by: [] });
    expect(sent.at(-1)).toEqual([2, { ...base, title: 'Mine' }]);
  });

  test('a conflict or a merge names those who have changed the field since', async () => {
    const change = (version: number, name: string, field: 'title' | 'priority') => {
      const changes = [{ field, from: 'low', to: 'high' }];
      return { kind: 'change', change: { version, by: { _id: name, name }, changes } };
    };
    const entries = [
      change(1, 'Ann', 'title'),
      change(2, 'Bob', 'title'),
      change(3, 'Cem', 'priority'),
      { kind: 'comment' },
      change(4, 'Bob', 'title'),
      change(5, 'Dea', 'title'),
      change(6, 'Eve', 'title'),
    ];
    vi.mocked(call).mockResolvedValueOnce({ entries });
    const { put } = server({ ...bug, title: 'Theirs', version: 5 }, bug);
    const mine = editOf(bug, { ...base, title: 'Mine' });
    expect(await saveEdit(put, mine)).toMatchObject({ conflict: { by: ['Bob', 'Dea'] } });
    vi.mocked(call).mockResolvedValueOnce({ entries });
    const merging = server({ ...bug, priority: 'high', version: 5 });
    expect(await saveEdit(merging.put, mine)).toEqual({ taken: ['priority'], by: ['Cem'] });
    vi.mocked(call).mockRejectedValueOnce(new Error('No connection'));
    const again = server({ ...bug, title: 'Theirs', version: 5 });
    expect(await saveEdit(again.put, mine)).toMatchObject({ conflict: { by: [] } });
  });

  test('gives up when it is refused for the very version that it names', async () => {
    const { put, sent } = server(bug, bug);
    await expect(saveEdit(put, editOf(bug))).rejects.toThrow('Changed');
    expect(sent).toHaveLength(1);
  });
});
