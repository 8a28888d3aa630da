import { defaultMailSettings, updateMailSettings } from '#contract/conversation/mail.ts';
import type { TestRows } from '#server/test/rows.ts';

export const rows: TestRows = {
  endpoints: () => ({
    'PUT /api/users/mail-settings': { body: () => defaultMailSettings },
    'GET /api/users/mail-preview': { query: '?kind=digest' },
  }),
  async fillLast({ app, ann, bug }) {
    await ann.call(updateMailSettings, { body: { ...defaultMailSettings, timeZone: 'Europe/Berlin' } });
    const link = { user_id: bug.createdBy._id, version: 1 };
    await app.store.write((tx) => tx.insertInto('stop_link_versions').values(link).execute());
  },
};
