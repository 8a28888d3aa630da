import * as contract from '#contract/bugs/views.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import type { BugFinder } from '#server/finding/finder.ts';
import { AppError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { recurring } from '#server/jobs/job.ts';
import { queriesWithoutNamed, storeNamed } from './queries.ts';
import {
  countViews,
  createView,
  deleteView,
  listViews,
  orderViews,
  readView,
  shown,
  updateView,
} from './views.ts';

/** Stores what the query of a view names, for views saved before that was stored. Later runs find nothing to do. */
const lookUpNames = (finder: BugFinder) =>
  recurring({
    kind: 'look up names in views',
    every: () => 24 * 60 * 60_000,
    async run({ db, longReads, write }, { signal }) {
      for (const { _id: id, query } of await queriesWithoutNamed(db)) {
        signal.throwIfAborted();
        const saved = await finder.queries.saved({ db, longReads }, query).catch((error: unknown) => {
          // The query has a field that no longer exists.
          if (error instanceof AppError) return { query, named: [] };
          throw error;
        });
        await write((tx) => storeNamed(tx, id, saved));
      }
    },
  });

/** Saved views: queries with a name, and how their lists are shown. */
export const views: ComposedFeature = {
  name: 'views',
  compose: ({ finder }) => ({
    routes: [
      route(contract.listViews, (call) => listViews(call, finder), { cached: true }),
      route(contract.countViews, (call) => countViews(call, finder), { cached: true }),
      route(
        contract.createView,
        async (call) => {
          const saved = await finder.toSave(call, call.body.query);
          const view = await call.write((tx) => createView(tx, call, saved));
          return (await shown(call, finder, [view]))[0] ?? view;
        },
        { repetition: { again: (call, id) => readView(call, finder, id) } },
      ),
      route(contract.orderViews, async (call) =>
        shown(call, finder, await call.write((tx) => orderViews(tx, call))),
      ),
      route(contract.updateView, async (call) => {
        const { query } = call.body;
        // An unchanged query may name something that no longer exists.
        const saved = query === undefined ? undefined : await finder.toSave(call, query);
        const view = await call.write((tx) => updateView(tx, call, saved));
        return (await shown(call, finder, [view]))[0] ?? view;
      }),
      route(contract.deleteView, async (call) => call.write((tx) => deleteView(tx, call))),
    ],
    jobs: [lookUpNames(finder)],
  }),
};
