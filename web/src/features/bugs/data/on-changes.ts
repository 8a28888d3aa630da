import type { OnChanges } from '#web/lib/live/change.ts';
import { peopleChanged } from './live-names.ts';
import { bugsChanged } from './live.ts';

/** First the bugs, then the names on them. */
export const bugsOnChanges: OnChanges = async (screens, changes) => {
  await bugsChanged(screens, changes);
  await peopleChanged(screens, changes);
};
