import { addVote } from '#contract/bugs/votes.ts';
import { ofBug, type TestRows } from '#server/test/rows.ts';

export const rows: TestRows = {
  endpoints: () => ({
    'GET /api/bugs/:id/votes': ofBug,
    'PUT /api/bugs/:id/vote': { ...ofBug, body: () => ({ environment: 'Firefox 151' }) },
    'DELETE /api/bugs/:id/vote': ofBug,
  }),
  async fill({ ann, texts, other }) {
    await ann.call(addVote, { params: { id: other._id }, body: { environment: texts[3]! } });
  },
};
