import { type Bug, bugRefusals, getBug } from '#contract/bugs/bugs.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import { etag } from '#server/http/if-match.ts';

/** @throws AppError 404 where there is no bug */
export function found(bug: Bug | undefined): Bug {
  if (!bug) throw notFound(getBug);
  return bug;
}

/** The stored bug has another version than the caller knows. */
export function changedMeanwhile(bug: Bug): AppError {
  return new AppError('version_mismatch', bugRefusals.changedMeanwhile(), {
    headers: { etag: etag(bug) },
    body: { bug },
  });
}
