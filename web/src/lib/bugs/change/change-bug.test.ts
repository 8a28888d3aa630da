import { expect, test } from 'vitest';
import { testBug } from '#web/lib/bugs/test-bug.ts';
import { undoOf } from './change-bug.ts';

const label = (place: number) => ({
  _id: `00000000-0000-7000-8000-00000000000${place}`,
  name: `Label ${place}`,
  color: 'red' as const,
});

test('taking labels back leaves those that someone else added or removed meanwhile', () => {
  const [gone, kept, mine, theirs] = [label(1), label(2), label(3), label(4)];
  const seen = testBug(1, { labels: [gone, kept] });
  const wanted = { ...seen, labels: [gone, kept, mine] };
  const made = { ...seen, labels: [kept, mine, theirs] };
  const change = { field: 'labels', seen, wanted, asEditor: true } as const;
  const undo = undoOf(change, made);
  expect(undo.wanted.labels).toEqual([kept, theirs]);
});

test('taking a tick back leaves the box that someone else ticked meanwhile', () => {
  const seen = testBug(1, { description: '- [ ] mine\n- [ ] theirs' });
  const wanted = { ...seen, description: '- [x] mine\n- [ ] theirs' };
  const made = { ...seen, description: '- [x] mine\n- [x] theirs' };
  const undo = undoOf({ field: 'description', seen, wanted, asEditor: true }, made);
  expect(undo.wanted.description).toBe('- [ ] mine\n- [x] theirs');
});
