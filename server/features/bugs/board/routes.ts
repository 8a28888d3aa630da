import { placeBug } from '#contract/bugs/board.ts';
import type { BugWork } from '#server/extensions/bug-work.ts';
import { type Route, route } from '#server/http/route.ts';
import { place } from './board.ts';

/** The calls for the order of bugs on boards. */
export function boardRoutes(bugs: BugWork): readonly Route[] {
  return [
    route(placeBug, async (call) => call.write((tx) => place(tx, call, bugs, call.params.id, call.body))),
  ];
}
