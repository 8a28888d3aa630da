import { askReporter, snoozeTriage } from '#contract/bugs/triage.ts';
import { ofBug, type TestRows } from '#server/test/rows.ts';

export const rows: TestRows = {
  endpoints: () => ({
    'PUT /api/bugs/:id/question': { ...ofBug, body: () => ({ text: 'Which version?' }) },
    'DELETE /api/bugs/:id/question': {
      async id({ creator }, { _id: id }) {
        await creator.call(askReporter, { params: { id }, body: { text: 'Which version?' } });
        return id;
      },
    },
    'POST /api/triage/accepted': { body: () => ({ upTo: 1 }) },
    'PUT /api/triage/snoozes/:id': { ...ofBug, body: () => ({ until: null }) },
  }),
  resources: { question: (bug) => ({ by: bug.createdBy }) },
  async fill({ app, admin, ann }) {
    const { _id: id } = await app.bug(ann);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await admin.call(snoozeTriage, { params: { id }, body: { until } });
  },
  // Ann's comments would answer it.
  async fillLast({ admin, bug }) {
    await admin.call(askReporter, { params: { id: bug._id }, body: { text: 'Which version? 🦗' } });
  },
};
