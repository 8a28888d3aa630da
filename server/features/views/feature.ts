import * as contract from '#contract/bugs/views.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import { route } from '#server/http/route.ts';
import { countViews, createView, deleteView, listViews, orderViews, readView, updateView } from './views.ts';

/** Saved views: queries with a name, and how their lists are shown. */
export const views: ComposedFeature = {
  name: 'views',
  compose: ({ finder }) => ({
    routes: [
      route(contract.listViews, ({ db, caller }) => listViews(db, caller._id), { cached: true }),
      route(contract.countViews, (call) => countViews(call, finder), { cached: true }),
      route(
        contract.createView,
        async (call) => {
          await finder.check(call, call.body.query);
          return call.write((tx) => createView(tx, call));
        },
        { repetition: { again: ({ db, caller }, id) => readView(db, caller._id, id) } },
      ),
      route(contract.orderViews, async (call) => call.write((tx) => orderViews(tx, call))),
      route(contract.updateView, async (call) => {
        // An unchanged query may name something that no longer exists.
        if (call.body.query !== undefined) await finder.check(call, call.body.query);
        return call.write((tx) => updateView(tx, call));
      }),
      route(contract.deleteView, async (call) => call.write((tx) => deleteView(tx, call))),
    ],
  }),
};
