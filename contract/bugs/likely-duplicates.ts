import * as z from 'zod/mini';
import { bug } from './bugs.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { cleanText } from '#contract/text.ts';

/** How many bugs are returned at most. */
export const maxLikely = 5;

/** The maximum length of a compared text, in code points. Longer ones are refused, because they are in the address. */
export const maxCompared = { title: 200, description: 2_000 };

const shown = z.pick(bug, { _id: true, number: true, title: true, status: true });

const likelyDuplicate = z.object({
  ...shown.shape,
  /** The parts of the typed words that its title or description contains, in lower case: `delet` for `deleting`. */
  words: z.array(z.string()),
  /** If it is marked as a duplicate: the bug at the end of the chain of duplicates. */
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

export const manifest = {
  endpoints: [listLikelyDuplicates],
} as const satisfies Manifest;
