import { createComment } from '#contract/conversation/comments.ts';
import { ofBug, type TestRows } from '#server/test/rows.ts';

export const rows: TestRows = {
  endpoints: (app) => ({
    'PUT /api/bugs/:id/watch': ofBug,
    'DELETE /api/bugs/:id/watch': ofBug,
    'GET /api/bugs/:id/watchers': ofBug,
    'PUT /api/inbox': { body: () => ({ bugIds: [], state: 'done' }) },
    'PUT /api/inbox/:bugId': {
      async id({ creator, other }) {
        const { _id: id } = await app.bug(creator);
        await other.call(createComment, { params: { id }, body: { body: 'A comment' } });
        await app.runJobs();
        return id;
      },
      owner: 'creator',
      body: () => ({ state: 'done' }),
    },
    'POST /api/inbox/read-all': { body: () => ({}) },
  }),
  resources: { watching: (_, { _id: userId }) => ({ userId }) },
};
