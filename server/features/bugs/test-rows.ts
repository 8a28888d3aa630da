import { placeBug } from '#contract/bugs/board.ts';
import { updateBug } from '#contract/bugs/bugs.ts';
import { aBug } from '#server/test/harness.ts';
import { ofBug, type TestRows } from '#server/test/rows.ts';

export const rows: TestRows = {
  endpoints: (app) => ({
    'GET /api/bugs/search-suggestion': { query: '?q=menu' },
    'GET /api/bugs/references': { query: '?numbers=1' },
    'GET /api/bugs/:id': ofBug,
    'POST /api/bugs': { body: () => aBug },
    'PUT /api/bugs/:id': { ...ofBug, body: () => ({ title: 'Changed' }) },
    'PUT /api/bugs/:id/status': { ...ofBug, body: () => ({ status: 'resolved' }) },
    // The bug is open, so it has no resolution.
    'PUT /api/bugs/:id/resolution': { ...ofBug, body: () => ({ resolution: null }) },
    'PUT /api/bugs/:id/fixed-in': { ...ofBug, body: () => ({ fixedIn: null }) },
    'PUT /api/bugs/:id/priority': { ...ofBug, body: () => ({ priority: 'high' }) },
    'PUT /api/bugs/:id/assignee': { ...ofBug, body: () => ({ assignedTo: '' }) },
    'PUT /api/bugs/:id/triaged': { ...ofBug, body: () => ({ triaged: true }) },
    'DELETE /api/bugs/:id': ofBug,
    'PUT /api/bugs/:id/position': {
      ...ofBug,
      body: async ({ creator }) => ({ before: (await app.bug(creator))._id }),
    },
  }),
  resources: { bug: (bug) => ({ ...bug, workers: 'assignee', to: null }) },
  async fill({ ann, bug, other }) {
    const body = { title: 'Edited', status: 'resolved', resolution: 'wont-fix' } as const;
    await ann.call(updateBug, { params: { id: bug._id }, body });
    await ann.call(placeBug, { params: { id: other._id }, body: { after: bug._id } });
  },
};
