import { listLikelyDuplicates } from '#contract/bugs/likely-duplicates.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import { route } from '#server/http/route.ts';
import { findLikelyDuplicates } from './likely-duplicates.ts';

/** Possible duplicates of the bug that a user is about to file. */
export const likelyDuplicates: ComposedFeature = {
  name: 'likely-duplicates',
  compose({ provided }) {
    const finalBugs = provided('finalBugs');
    return {
      routes: [
        route(listLikelyDuplicates, ({ longReads, query: { title, description = '' } }) =>
          findLikelyDuplicates(longReads, { title, description }, finalBugs),
        ),
      ],
    };
  },
};
