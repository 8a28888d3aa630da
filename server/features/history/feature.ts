import { getHistory } from '#contract/history.ts';
import type { FieldServer } from '#server/bug-field.ts';
import type { Listener } from '#server/events.ts';
import type { Feature } from '#server/feature.ts';
import { route } from '#server/http/route.ts';
import { changesBetween, listHistory } from './history.ts';
import { insertEntry } from './queries.ts';

/** Creation needs no entry: the bug itself says when and by whom. Nor does deletion, which takes the history along. */
const record: Listener = async (tx, event, { actorId }) => {
  if (event.type !== 'bug updated') return;
  if (actorId === undefined) throw new Error('Nobody is known to have changed the bug');
  const { before, bug } = event;
  await insertEntry(tx, bug, { userId: actorId, changes: changesBetween(before, bug) });
};

/** What was changed on each bug, by whom and when, with these fields. */
export function history(fields: readonly FieldServer[]): Feature {
  return {
    name: 'history',
    routes: [
      route(getHistory, async ({ db, params, query }) =>
        listHistory(db, fields, { bugId: params.id, after: query.after }),
      ),
    ],
    listener: record,
  };
}
