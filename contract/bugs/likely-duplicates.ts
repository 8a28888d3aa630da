import * as z from 'zod/mini';
import { bug } from './bugs.ts';
import { endpoint } from '#contract/endpoint.ts';
import { cleanText } from '#contract/text.ts';

/** How many bugs are returned at most. */
export const maxLikely = 5;

/** So much of a text is compared, in code points. More is refused, as it comes in the address. */
export const maxCompared = { title: 200, description: 2_000 };

const shown = z.pick(bug, { _id: true, number: true, title: true, status: true });

const likelyDuplicate = z.object({
  ...shown.shape,
  /** Parts of what was typed that its title or description has too: `delet` for `deleting`. In lower case. */
  words: z.array(z.string()),
  /** Where it is itself marked as a duplicate: the bug that counts. */
  duplicateOf: z.nullable(shown),
});

export type LikelyDuplicate = z.infer<typeof likelyDuplicate>;

export const listLikelyDuplicates = endpoint('GET', '/api/bugs/likely-duplicates', {
  summary: `Up to ${maxLikely} bugs that are similar to this \`title\` and \`description\`, the likeliest first, each with the words that matched; the beginning of the description is enough. A bug that is marked as a duplicate comes with the bug that it leads to. Empty if no bug is similar.`,
  access: 'signed-in',
  status: 200,
  query: z.strictObject({
    title: cleanText('Title', { max: maxCompared.title }),
    description: z.optional(cleanText('Description', { max: maxCompared.description })),
  }),
  response: z.array(likelyDuplicate),
});
