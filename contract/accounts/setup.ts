import * as z from 'zod/mini';
import { endpoint, type Manifest } from '#contract/endpoint.ts';

const setup = z.object({ missing: z.array(z.enum(['admin', 'second-user'])) });

export type Setup = z.infer<typeof setup>;

export const getSetup = endpoint('GET', '/api/setup', {
  summary:
    'What the tracker still lacks: an admin (`admin`), a second user (`second-user`). Suspended users do not count.',
  access: 'signed-in',
  status: 200,
  workspace: 'setup',
  response: setup,
});

export const manifest = { endpoints: [getSetup] } as const satisfies Manifest;
