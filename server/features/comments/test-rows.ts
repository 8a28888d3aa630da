import {
  addCommentReaction,
  createComment,
  deleteComment,
  updateComment,
  addBugReaction,
} from '#contract/conversation/comments.ts';
import { ofBug, ofComment, type TestRows } from '#server/test/rows.ts';

const ofReaction = { params: () => ({ name: '+1' }) };

export const rows: TestRows = {
  endpoints: () => ({
    'GET /api/bugs/:id/mentions': ofBug,
    'POST /api/bugs/:id/comments': { ...ofBug, body: () => ({ body: 'A comment' }) },
    'GET /api/comments/:id': ofComment,
    'PUT /api/comments/:id': { ...ofComment, body: () => ({ body: 'Changed' }) },
    'DELETE /api/comments/:id': ofComment,
    'GET /api/comments/:id/versions': ofComment,
    'PUT /api/comments/:id/reactions/:name': { ...ofComment, ...ofReaction },
    'DELETE /api/comments/:id/reactions/:name': { ...ofComment, ...ofReaction },
    'GET /api/bugs/:id/reactions': ofBug,
    'PUT /api/bugs/:id/reactions/:name': { ...ofBug, ...ofReaction },
    'DELETE /api/bugs/:id/reactions/:name': { ...ofBug, ...ofReaction },
  }),
  resources: { comment: (bug) => ({ author: bug.createdBy }) },
  async fill({ admin, ann, texts, bug, other }) {
    const params = { id: bug._id };
    for (const body of texts) {
      const { _id: id } = (await ann.call(createComment, { params, body: { body } })).body;
      await ann.call(updateComment, { params: { id }, body: { body: `${body} @Root` } });
      await admin.call(addCommentReaction, { params: { id, name: '+1' } });
      if (body === texts[0]) await admin.call(deleteComment, { params: { id } });
    }
    await ann.call(addBugReaction, { params: { ...params, name: 'heart' } });
    await ann.call(addBugReaction, { params: { id: other._id, name: 'eyes' } });
  },
};
