import { updateSettings } from '#contract/admin/settings.ts';
import type { TestRows } from '#server/test/rows.ts';

export const rows: TestRows = {
  endpoints: () => ({ 'PATCH /api/admin/settings': { body: () => ({ labels: 'everyone' }) } }),
  async fill({ admin }) {
    await admin.call(updateSettings, { body: { labels: 'everyone' } });
  },
};
