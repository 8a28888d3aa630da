import { placeBug } from '#contract/bugs/board.ts';
import type { Feature } from '#server/extensions/feature.ts';
import { route } from '#server/http/route.ts';
import { type BugsToPlace, place } from './board.ts';

/** The order of bugs on boards. */
export function board(bugs: BugsToPlace): Feature {
  return {
    name: 'board',
    routes: [
      route(placeBug, async (call) => call.write((tx) => place(tx, call, bugs, call.params.id, call.body))),
    ],
  };
}
