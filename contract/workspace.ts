import * as z from 'zod/mini';
import { endpoint, type Manifest } from './endpoint.ts';

export const getWorkspace = endpoint('GET', '/api/workspace', {
  summary:
    'What every screen needs, in one response: by their names, the responses of calls without input. Each of these calls says its name. `If-None-Match` with the `ETag` of an earlier response is answered with 304 if nothing has changed.',
  access: 'signed-in',
  status: 200,
  // The schemas of those calls describe the values.
  response: z.record(z.string(), z.unknown()),
});

export const manifest = { endpoints: [getWorkspace] } as const satisfies Manifest;
