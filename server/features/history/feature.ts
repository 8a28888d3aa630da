import { getActivity, getHistory } from '#contract/bugs/history.ts';
import type { ServerField } from '#server/extensions/bug-field.ts';
import type { Listener } from '#server/events.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import { route } from '#server/http/route.ts';
import type { TimelineSource } from '#server/extensions/bug-extension.ts';
import { Timeline } from './timeline.ts';
import { changesBetween, listHistory } from './history.ts';
import { entriesWithIds, insertEntry } from './queries.ts';

/** Creation needs no entry: the bug itself has its time and user. Nor does deletion, which deletes the history. */
const record: Listener<'bug updated'> = async (tx, { before, bug }, { actorId }) => {
  if (actorId === undefined) throw new Error('The change of the bug has no user');
  await insertEntry(tx, bug, { userId: actorId, changes: changesBetween(before, bug) });
};

/** The history of each bug with users and times; and timelines of it and of other features' activity. */
export const history: ComposedFeature = {
  name: 'history',
  compose({ fields, extensions }) {
    const timeline = new Timeline([
      changesOf(fields),
      ...extensions.flatMap((extension) => extension.timeline ?? []),
    ]);
    return {
      routes: [
        route(getHistory, async ({ db, params, query }) =>
          listHistory(db, fields, { bugId: params.id, after: query.after }),
        ),
        route(
          getActivity,
          async ({ db, params, query, caller }) =>
            timeline.page(db, { bugId: params.id, callerId: caller._id, ...query }),
          { cached: true },
        ),
      ],
      listeners: { 'bug updated': record },
    };
  },
};

/** The entries of the history as a source of timelines. */
function changesOf(fields: readonly ServerField[]): TimelineSource {
  return {
    table: 'history',
    columns: { at: 'at', text: 'changes' },
    async read(db, ids) {
      const entries = await entriesWithIds(db, fields, ids);
      return entries.map((change) => ({ kind: 'change', _id: change._id, at: change.at, change }));
    },
  };
}
