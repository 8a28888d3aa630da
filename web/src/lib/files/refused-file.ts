import { ApiError } from '#web/lib/api/api-error.ts';

/** A file that is not sent, because the server would refuse it. To try again is of no use. */
export class RefusedFileError extends Error {
  override name = 'RefusedFileError';
}

/** Whether the server may answer otherwise another time. */
export function canRetry(error: unknown): boolean {
  return !(error instanceof RefusedFileError || (error instanceof ApiError && error.status === 400));
}
