import type { TestRows } from '#server/test/rows.ts';

export const rows: TestRows = {
  endpoints: () => ({ 'GET /api/bugs/likely-duplicates': { query: '?title=Menu' } }),
};
