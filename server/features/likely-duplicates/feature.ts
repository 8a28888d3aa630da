import { listLikelyDuplicates } from '#contract/bugs/likely-duplicates.ts';
import type { Feature } from '#server/extensions/feature.ts';
import { route } from '#server/http/route.ts';
import { type FinalBugs, findLikelyDuplicates } from './likely-duplicates.ts';

/** Bugs that may equal the one that a user is about to file. `finalBugs` maps duplicates to the bugs they duplicate. */
export function likelyDuplicates(finalBugs: FinalBugs): Feature {
  return {
    name: 'likely-duplicates',
    routes: [
      route(listLikelyDuplicates, ({ longReads, query: { title, description = '' } }) =>
        findLikelyDuplicates(longReads, { title, description }, finalBugs),
      ),
    ],
  };
}
