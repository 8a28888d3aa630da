import type * as z from 'zod/mini';
import { ApiError } from '#web/lib/api/api-error.ts';

/** The currently stored bug, from the refusal of a save with an outdated version; undefined for other failures. */
export function storedIn<Bug extends z.ZodMiniType>(error: unknown, schema: Bug): z.output<Bug> | undefined {
  if (!(error instanceof ApiError) || error.status !== 412) return undefined;
  const { body } = error;
  return typeof body === 'object' && body !== null && 'bug' in body
    ? schema.safeParse(body.bug).data
    : undefined;
}
