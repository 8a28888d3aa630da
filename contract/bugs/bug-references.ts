import * as z from 'zod/mini';
import { bug, maxNumber } from './bugs.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { catalogue, says } from '#contract/messages.ts';
import { id } from '#contract/text.ts';

/** The highest number of bugs that are looked up at once. */
export const maxReferences = 100;

const referenceMessages = catalogue('bugReferences', {
  noNumbers: ({ max }: { max: number }) => `numbers must be 1 to ${max} numbers of bugs, separated by commas`,
});

const error = says(referenceMessages.noNumbers({ max: maxReferences }));

/* Uses only parts of Zod that the web loads anyway. */
const numbers = z.pipe(
  z.pipe(
    z.string({ error }).check(z.regex(/^[1-9][0-9]{0,9}(,[1-9][0-9]{0,9})*$/, { error, abort: true })),
    z.transform((text) => text.split(',').map(Number)),
  ),
  z
    .array(z.int())
    .check(
      z.refine((all) => all.length <= maxReferences && all.every((number) => number <= maxNumber), { error }),
    ),
);

/** The part of a bug that a reference such as `#42` shows. */
export const bugReference = z.object({
  _id: id,
  number: z.int(),
  title: bug.shape.title,
  status: bug.shape.status,
});

export type BugReference = z.infer<typeof bugReference>;

export const listBugReferences = endpoint('GET', '/api/bugs/references', {
  summary: `The bugs with these \`numbers\` (at most ${maxReferences}, separated by commas), without their descriptions; those that do not exist are left out.`,
  access: 'signed-in',
  status: 200,
  query: z.strictObject({ numbers }),
  response: z.array(bugReference),
});

export const manifest = {
  endpoints: [listBugReferences],
  messages: { bugReferences: referenceMessages },
  shapes: { 'Bug reference': bugReference },
} as const satisfies Manifest;
