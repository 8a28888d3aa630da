import { placeBug } from '#contract/bugs/board.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import { route } from '#server/http/route.ts';
import { place } from './board.ts';

/** The order of bugs on boards. */
export const board: ComposedFeature = {
  name: 'board',
  compose: ({ bugs }) => ({
    routes: [
      route(placeBug, async (call) => call.write((tx) => place(tx, call, bugs, call.params.id, call.body))),
    ],
  }),
};
