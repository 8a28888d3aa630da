import * as contract from '#contract/bugs.ts';
import { Answer, route } from '#server/http/route.ts';
import { createBug, deleteBug, etag, findBug, updateBug } from './bugs.ts';
import { ifMatch } from './if-match.ts';
import { answerList } from './list.ts';

export const routes = [
  route(contract.listBugs, async ({ db, caller, query }) => answerList(db, caller, query)),
  route(contract.getBug, async ({ db, params }) => {
    const bug = await findBug(db, params.id);
    return new Answer(bug, { etag: etag(bug) });
  }),
  route(contract.createBug, async ({ write, caller, body, now }) => {
    const bug = await write((tx) => createBug(tx, caller, body, now()));
    return new Answer(bug, { etag: etag(bug), location: `/api/bugs/${bug._id}` });
  }),
  route(contract.updateBug, async ({ write, caller, params, body, headers, now }) => {
    const how = { isExpected: ifMatch(headers['if-match']), now: now() };
    const bug = await write((tx) => updateBug(tx, caller, params.id, body, how));
    return new Answer(bug, { etag: etag(bug) });
  }),
  route(contract.deleteBug, async ({ write, caller, params }) => {
    await write((tx) => deleteBug(tx, caller, params.id));
    return undefined;
  }),
];
