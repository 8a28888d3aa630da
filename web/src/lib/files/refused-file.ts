import { ApiError } from '#web/lib/api/api-error.ts';

/** A file that is not sent because the server would refuse it. */
export class RefusedFileError extends Error {
  override name = 'RefusedFileError';
}

/** Whether a retry may succeed. */
export function canRetry(error: unknown): boolean {
  return !(error instanceof RefusedFileError || (error instanceof ApiError && error.status === 400));
}
