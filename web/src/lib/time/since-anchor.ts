const pattern = /^since-(\d{1,15})$/;

/** The fragment of a bug's URL: the moment after which its timeline is new. */
export const sinceAnchor = {
  /** The hash for an ISO 8601 moment; empty without one. */
  of: (at: string | null) => (at === null ? '' : `since-${Date.parse(at)}`),
  /** The ISO 8601 moment in a fragment; undefined if it does not have this form. */
  in(hash: string): string | undefined {
    const milliseconds = Number(pattern.exec(hash)?.[1]);
    return milliseconds <= 8.64e15 ? new Date(milliseconds).toISOString() : undefined;
  },
};
