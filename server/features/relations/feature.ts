import * as contract from '#contract/bugs/relations.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import { route } from '#server/http/route.ts';
import { blockerCount, childCount } from './counts.ts';
import { relationEntries } from './change-queries.ts';
import { Duplicates, holdMark } from './duplicates.ts';
import { finalBugs } from './queries.ts';
import {
  addRelation,
  announceChange,
  announceToCounting,
  readRelations,
  removeRelation,
} from './relations.ts';

/** Relations between bugs, including duplicates. */
export const relations: ComposedFeature = {
  name: 'relations',
  bugs: {
    counts: [blockerCount, childCount],
    timeline: [relationEntries],
    beforeChange: holdMark,
    beforeDeletion: announceToCounting,
  },
  provides: { finalBugs },
  compose({ bugs, extensions }) {
    const carryOvers = extensions.flatMap(({ carryOver }) => carryOver ?? []);
    const marks = new Duplicates(bugs, carryOvers);
    return {
      routes: [
        route(contract.getRelations, async ({ db, params }) => readRelations(db, params.id), {
          cached: true,
        }),
        route(contract.addRelation, async (call) => call.write((tx) => addRelation(tx, call))),
        route(contract.removeRelation, async (call) => call.write((tx) => removeRelation(tx, call))),
        route(contract.markDuplicate, async (call) => call.write((tx) => marks.mark(tx, call))),
        route(contract.unmarkDuplicate, async (call) => call.write((tx) => marks.unmark(tx, call))),
      ],
      listeners: {
        async 'bug updated'(tx, event, origin) {
          await Promise.all([announceChange(tx, event, origin), marks.endMark(tx, event, origin)]);
        },
      },
    };
  },
};
