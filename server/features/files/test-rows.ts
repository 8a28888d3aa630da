import { createComment } from '#contract/conversation/comments.ts';
import type { Row, TestRows } from '#server/test/rows.ts';
import { png, uploaded } from '#server/test/uploads.ts';

const ofFile = {
  id: async ({ creator }) => (await uploaded(creator))._id,
  owner: 'creator',
} satisfies Row;

function aForm(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['Notes']), 'notes.txt');
  return form;
}

export const rows: TestRows = {
  endpoints: () => ({
    'POST /api/files': { form: aForm },
    'GET /api/files': { query: '?ids=01900000-0000-7000-8000-000000000000' },
    'GET /api/files/:id': ofFile,
    'GET /api/files/:id/content': ofFile,
    'DELETE /api/files/:id': { id: ofFile.id, isHidden: true },
  }),
  resources: { file: (bug) => ({ createdBy: bug.createdBy, isAttached: false }) },
  async define({ ann, texts }) {
    return { files: [(await uploaded(ann, { name: 'Grüße 🦗.txt', content: texts.join('\n') }))._id] };
  },
  async fill({ ann, bug }) {
    const { _id: image } = await uploaded(ann, { name: 'a.png', content: png(2, 3) });
    await ann.call(createComment, { params: { id: bug._id }, body: { body: 'With a file', files: [image] } });
    await uploaded(ann);
  },
};
