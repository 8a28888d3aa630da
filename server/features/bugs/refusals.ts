import { type Bug, bugRefusals, getBug } from '#contract/bugs/bugs.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import { etag } from '#server/http/headers.ts';

/** @throws AppError 404 if there is no bug */
export function found(bug: Bug | undefined): Bug {
  if (!bug) throw notFound(getBug);
  return bug;
}

/** The refusal of an edit with an outdated version, with the stored bug. */
export function changedMeanwhile(bug: Bug): AppError {
  return new AppError('version_mismatch', bugRefusals.changedMeanwhile(), {
    headers: { etag: etag(bug) },
    body: { bug },
  });
}
