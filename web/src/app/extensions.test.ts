import { expect, test, vi } from 'vitest';
import { bugFields } from '#contract/bugs/bug-fields.ts';
import { shortcutsAt } from '#web/lib/keyboard/shortcut.ts';

// The layout queries the device's pointer as it loads.
vi.stubGlobal('matchMedia', () => ({ matches: false }));
const { extensions } = await import('./extensions.ts');

test('every field of the contract has a descriptor in the web', () => {
  const described = extensions.bugFields.map(({ name }) => name);
  expect(described.toSorted()).toEqual(Object.keys(bugFields).toSorted());
});

test('fields that the contract filters and sorts by do so on screens', () => {
  for (const [name, field] of Object.entries(bugFields)) {
    const view = extensions.bugFields.find((known) => known.name === name);
    expect([name, view?.filter?.parameter]).toEqual([
      name,
      'filter' in field ? Object.keys(field.filter)[0] : undefined,
    ]);
    expect([name, view?.sort !== undefined]).toEqual([name, 'sorts' in field]);
  }
});

test('only text, files and the question of a bug cannot be changed in bulk', () => {
  const others = extensions.bugFields.filter(({ Bulk }) => !Bulk).map(({ name }) => name);
  expect(others).toEqual(['title', 'description', 'files', 'question']);
});

test.each([undefined, 'list', 'bug', 'create', 'board', 'inbox', 'triage'] as const)(
  'the list of shortcuts has no key twice at %j',
  (place) => {
    const keys = shortcutsAt(extensions.shortcuts, place).map((shortcut) => shortcut.keys);
    expect(keys).toEqual([...new Set(keys)]);
  },
);
