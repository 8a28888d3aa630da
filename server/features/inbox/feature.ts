import * as contract from '#contract/conversation/inbox.ts';
import * as watching from '#contract/conversation/watching.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import { route } from '#server/http/route.ts';
import { fanOut, noteActivity } from './fan-out.ts';
import { changeItem, changeItems, listInbox, readAll, wakeUp } from './inbox.ts';
import { countUnreadItems } from './queries.ts';
import { carriedWatches, changeWatching, readWatchers } from './watching.ts';

/** The watchers of bugs, and the inbox of each user. */
export const inbox: ComposedFeature = {
  name: 'inbox',
  bugs: { carryOver: carriedWatches },
  compose: ({ extensions, fields }) => ({
    routes: [
      route(watching.watchBug, async (call) => {
        await call.write((tx) => changeWatching(tx, call, true));
        return undefined;
      }),
      route(watching.unwatchBug, async (call) => {
        await call.write((tx) => changeWatching(tx, call, false));
        return undefined;
      }),
      route(watching.getWatchers, async ({ db, params, caller }) => readWatchers(db, params.id, caller), {
        cached: true,
      }),
      route(contract.listInbox, async (call) => listInbox(call.db, fields, call), { cached: true }),
      route(
        contract.countInbox,
        async ({ db, caller }) => ({ unread: await countUnreadItems(db, caller._id) }),
        { cached: true },
      ),
      route(contract.updateInboxItem, async (call) => call.write((tx) => changeItem(tx, fields, call))),
      route(contract.updateInbox, async (call) => call.write((tx) => changeItems(tx, fields, call))),
      route(contract.readAllInbox, async (call) => {
        await call.write((tx) => readAll(tx, call));
        return undefined;
      }),
    ],
    listeners: { all: noteActivity },
    jobs: [fanOut(extensions.flatMap(({ onNotified }) => onNotified ?? [])), wakeUp],
  }),
};
