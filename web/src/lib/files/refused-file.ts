/** A file that is not sent, because the server would refuse it. To try again is of no use. */
export class RefusedFileError extends Error {
  override name = 'RefusedFileError';
}
