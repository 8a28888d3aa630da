import { ofBug, type TestRows } from '#server/test/rows.ts';

export const rows: TestRows = {
  endpoints: () => ({ 'GET /api/bugs/:id/history': ofBug, 'GET /api/bugs/:id/activity': ofBug }),
};
