import * as z from 'zod/mini';
import { bugMessages } from './bugs.ts';
import { activityQuery } from './history.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { id } from '#contract/text.ts';

export const getBugPage = endpoint('GET', '/api/bugs/:id/page', {
  summary:
    'What the page of a bug shows beside the bug, in one response: by their names, the responses of calls about the bug. Each of these calls says its name. The activity is the page with the newest entries, or the one `around` an entry. What the caller may not see is left out.',
  access: 'signed-in',
  status: 200,
  params: z.strictObject({ id }),
  query: z.strictObject({ around: activityQuery.shape.around }),
  // The schemas of those calls describe the values.
  response: z.record(z.string(), z.unknown()),
  notFound: bugMessages.notFound(),
});

export const manifest = { endpoints: [getBugPage] } as const satisfies Manifest;
