import type { BugPage, getBugPage } from '#contract/bugs/bug-page.ts';
import type { Call } from '#server/http/request-context.ts';

/** A call for the page of a bug. */
export type PageCall = Pick<Call<typeof getBugPage>, 'db' | 'caller' | 'params' | 'query'>;

/**
 * How a feature reads its parts of a bug's page. As the response is cached, they may depend only on the database, the address
 * and the caller. A part that the caller may not see is left out: its reader throws an AppError with the code `forbidden`.
 */
export type BugPageReaders = {
  readonly [Part in keyof BugPage]?: (call: PageCall) => Promise<Exclude<BugPage[Part], undefined>>;
};
