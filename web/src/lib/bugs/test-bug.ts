import { type Bug, bug } from '#web/lib/api/specified.ts';

export const ada = { _id: '00000000-0000-7000-8000-00000000000a', name: 'Ada' };

/** A bug for tests. Its number also determines its id, title and creation time. */
export function testBug(number: number, overrides: Partial<Bug> = {}): Bug {
  const moment = `2026-01-01T00:00:00.${String(number).padStart(3, '0')}Z`;
  // Parsed like a response, so that other features' fields are empty.
  return bug.parse({
    _id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    number,
    title: String(number),
    description: 'Text',
    status: 'open',
    priority: 'medium',
    assignedTo: null,
    createdBy: ada,
    createdAt: moment,
    updatedAt: moment,
    version: 1,
    ...overrides,
  });
}
