import { markDuplicate } from '#contract/bugs/relations.ts';
import { ofBug, type TestRows } from '#server/test/rows.ts';

export const rows: TestRows = {
  endpoints: (app) => ({
    'GET /api/bugs/:id/relations': ofBug,
    'PUT /api/bugs/:id/relations': {
      ...ofBug,
      // The other direction would depend on the permission for the other bug.
      body: async ({ admin }) => ({ kind: 'blocked-by', bug: (await app.bug(admin))._id }),
    },
    'DELETE /api/bugs/:id/relations/:kind/:other': {
      ...ofBug,
      params: async ({ admin }) => ({ kind: 'blocks', other: (await app.bug(admin))._id }),
    },
    'PUT /api/bugs/:id/duplicate-of': {
      ...ofBug,
      body: async ({ admin }) => ({ bug: (await app.bug(admin))._id }),
    },
    'DELETE /api/bugs/:id/duplicate-of': ofBug,
  }),
  resources: { bugs: (bug) => ({ bugs: [bug], workers: 'assignee' }) },
  // The reactions and votes of the duplicate also count for the other bug.
  async fillLast({ ann, bug, other }) {
    await ann.call(markDuplicate, { params: { id: other._id }, body: { bug: bug._id } });
  },
};
