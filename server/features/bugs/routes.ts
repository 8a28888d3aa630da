import * as contract from '#contract/bugs.ts';
import { Answer } from '#server/http/answer.ts';
import { route } from '#server/http/route.ts';
import { createBug, deleteBug, etag, findBug, updateBug } from './bugs.ts';
import { ifMatch } from './if-match.ts';
import { answerList } from './list.ts';

export const routes = [
  route(contract.listBugs, async (call) => answerList(call, call.query), { cached: true }),
  route(
    contract.getBug,
    async ({ db, params }) => {
      const bug = await findBug(db, params.id);
      return new Answer(bug, { etag: etag(bug) });
    },
    { cached: true },
  ),
  route(contract.createBug, async (call) =>
    call.write(async (tx) => {
      const bug = await createBug(tx, call, call.body);
      return new Answer(bug, { etag: etag(bug), location: `/api/bugs/${bug._id}` });
    }),
  ),
  route(contract.updateBug, async (call) => {
    const change = { id: call.params.id, edit: call.body, isExpected: ifMatch(call.headers['if-match']) };
    const bug = await call.write((tx) => updateBug(tx, call, change));
    return new Answer(bug, { etag: etag(bug) });
  }),
  route(contract.deleteBug, async (call) => {
    await call.write((tx) => deleteBug(tx, call, call.params.id));
    return undefined;
  }),
];
