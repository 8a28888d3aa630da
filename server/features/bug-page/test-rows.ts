import { ofBug, type TestRows } from '#server/test/rows.ts';

export const rows: TestRows = { endpoints: () => ({ 'GET /api/bugs/:id/page': ofBug }) };
