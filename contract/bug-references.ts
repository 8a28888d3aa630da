import * as z from 'zod/mini';
import { bug, bugMessages, maxNumber } from './bugs.ts';
import { endpoint } from './endpoint.ts';
import { says } from './messages.ts';

/** The highest number of bugs that are looked up at once. */
export const maxReferences = 100;

const error = says(bugMessages.noNumbers({ max: maxReferences }));

const numbers = z.pipe(
  z.pipe(
    z.string({ error }).check(z.regex(/^[1-9][0-9]{0,9}(,[1-9][0-9]{0,9})*$/, { error, abort: true })),
    z.transform((text) => text.split(',').map(Number)),
  ),
  z
    .array(z.int({ error }).check(z.maximum(maxNumber, { error })))
    .check(z.maxLength(maxReferences, { error })),
);

/** What a reference to a bug, as in `#42`, shows of it. */
const bugReference = z.pick(bug, { _id: true, number: true, title: true, status: true });

export type BugReference = z.infer<typeof bugReference>;

export const listBugReferences = endpoint('GET', '/api/bugs/references', {
  summary: `The bugs with these \`numbers\` (at most ${maxReferences}, separated by commas), without their descriptions; those that do not exist are left out.`,
  access: 'signed-in',
  status: 200,
  query: z.strictObject({ numbers }),
  response: z.array(bugReference),
});
