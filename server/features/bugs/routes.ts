import { placeBug } from '#contract/bugs/board.ts';
import { listBugReferences } from '#contract/bugs/bug-references.ts';
import { getBugSettings, setBugField } from '#contract/bugs/bug-work.ts';
import * as contract from '#contract/bugs/bugs.ts';
import type { Edit } from '#server/extensions/bug-work.ts';
import { Answer } from '#server/http/answer.ts';
import { SharedAnswer } from '#server/http/response-cache.ts';
import type { Call } from '#server/http/request-context.ts';
import { type Route, route } from '#server/http/route.ts';
import { type BugRules, found } from './bugs.ts';
import { etag, ifMatch } from '#server/http/headers.ts';
import { place } from '#server/features/bugs/board/board.ts';
import { listAnswerer } from './list.ts';
import type { QueriedBugs } from './queried-bugs.ts';
import { type BugReader, referencesTo } from './reads.ts';

/** The parts that the routes of bugs use. */
export interface BugParts {
  readonly reader: BugReader;
  readonly rules: BugRules;
  readonly queries: QueriedBugs;
}

/** The calls for bugs. */
export function routesFor({ reader, rules, queries }: BugParts): readonly Route[] {
  const bugs = reader.lookup();
  return [
    route(contract.listBugs, listAnswerer(queries, reader), { cached: true }),
    route(
      contract.getBug,
      async (call) => {
        const bug = found(await call.lookUp(bugs, call.params.id));
        return new SharedAnswer(bug, { etag: etag(bug) });
      },
      { cached: true },
    ),
    route(contract.createBug, async (call) =>
      call.write(async (tx) => {
        const bug = await rules.create(tx, call, call.body);
        return new Answer(bug, { etag: etag(bug), location: `/api/bugs/${bug._id}` });
      }),
    ),
    route(contract.updateBug, async (call) => {
      const bug = await call.write((tx) => rules.update(tx, call, editOf(call)));
      return new Answer(bug, { etag: etag(bug) });
    }),
    ...Object.values(setBugField).map((endpoint) =>
      route(endpoint, async (call) => {
        const bug = await call.write((tx) => rules.work(tx, call, editOf(call)));
        return new Answer(bug, { etag: etag(bug) });
      }),
    ),
    route(listBugReferences, ({ db, query }) => referencesTo(db, query.numbers), { cached: true }),
    route(getBugSettings, async ({ settings }) => ({ triage: settings.bugWorkers })),
    route(placeBug, async (call) => call.write((tx) => place(tx, call, rules, call.params.id, call.body))),
    route(contract.deleteBug, async (call) => {
      await call.write((tx) => rules.delete(tx, call, call.params.id));
      return undefined;
    }),
  ];
}

/** The change of a call, and the version it expects. */
function editOf({
  params,
  body,
  headers,
}: Pick<Call<typeof contract.updateBug>, 'params' | 'body' | 'headers'>): Edit {
  return { id: params.id, edit: body, isExpected: ifMatch(headers['if-match']) };
}
