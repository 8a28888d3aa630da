import { ofBug, type TestRows } from '#server/test/rows.ts';

export const rows: TestRows = {
  endpoints: () => ({
    // No job is dead.
    'POST /api/admin/jobs/:id/retry': { ...ofBug, owner: 'no one' },
    'DELETE /api/admin/jobs/:id': { ...ofBug, owner: 'no one' },
  }),
};
