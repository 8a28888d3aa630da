import { createView, orderViews } from '#contract/bugs/views.ts';
import { type Row, type TestRows, unique } from '#server/test/rows.ts';

const aView = () => ({ name: unique('View'), query: 'status:open', isShared: true });
const ofView: Row = {
  id: async ({ creator }) => (await creator.call(createView, { body: aView() })).body._id,
};

export const rows: TestRows = {
  endpoints: () => ({
    'POST /api/views': { body: aView },
    'PUT /api/views/order': { body: () => ({ views: [{ _id: 'unassigned', isPinned: true }] }) },
    'PUT /api/views/:id': { ...ofView, body: () => ({ query: 'status:resolved' }) },
    'DELETE /api/views/:id': ofView,
  }),
  resources: { view: (bug) => ({ owner: bug.createdBy, isShared: true }) },
  async fill({ ann }) {
    const columns = [{ name: 'labels', width: 200 }, { name: 'status' }];
    const view = {
      name: 'Straße ǅ "🦗"',
      query: '"it\'s" reporter:ann -status:open',
      columns,
      group: 'status',
    };
    const saved = await ann.call(createView, { body: { ...view, isShared: true } });
    await ann.call(orderViews, { body: { views: [{ _id: saved.body._id, isPinned: true }] } });
  },
};
