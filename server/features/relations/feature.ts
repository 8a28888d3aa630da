import * as duplicates from '#contract/bugs/duplicates.ts';
import * as contract from '#contract/bugs/relations.ts';
import type { CarryOver } from '#server/extensions/carry-over.ts';
import type { Feature } from '#server/extensions/feature.ts';
import { route } from '#server/http/route.ts';
import { type BugWork, Duplicates } from './duplicates.ts';
import { addRelation, announceChange, readRelations, removeRelation } from './relations.ts';

/** How bugs are related, and which are duplicates. What of a duplicate is also at the bug that it leads to is carried over by `carryOvers`. */
export function relations(bugs: BugWork, carryOvers: readonly CarryOver[]): Feature {
  const marks = new Duplicates(bugs, carryOvers);
  return {
    name: 'relations',
    routes: [
      route(contract.getRelations, async ({ db, params }) => readRelations(db, params.id), { cached: true }),
      route(contract.addRelation, async (call) =>
        call.write(async (tx) => {
          const { kind, bug: other } = call.body;
          await addRelation(tx, call, { id: call.params.id, kind, other });
          return readRelations(tx, call.params.id);
        }),
      ),
      route(contract.removeRelation, async (call) =>
        call.write(async (tx) => {
          await removeRelation(tx, call, call.params);
          return readRelations(tx, call.params.id);
        }),
      ),
      route(duplicates.markDuplicate, async (call) =>
        call.write((tx) => marks.mark(tx, call, call.params.id, call.body.bug)),
      ),
      route(duplicates.unmarkDuplicate, async (call) =>
        call.write((tx) => marks.unmark(tx, call, call.params.id)),
      ),
    ],
    async listener(tx, event, origin) {
      await Promise.all([announceChange(tx, event, origin), marks.endMark(tx, event, origin)]);
    },
  };
}
