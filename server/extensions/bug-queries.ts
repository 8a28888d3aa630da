import type { Call } from '#server/http/request-context.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** The user, time and time zone of a query. */
export type QueryCall = Pick<Call<Endpoint>, 'db' | 'longReads' | 'now'> & {
  readonly caller: { readonly _id: string };
};

/** How many bugs a query selects, and whether another day may select others. */
export interface QueryCount {
  /** A number, or one like `1000+` where more would have to be counted. */
  readonly total: string;
  readonly dependsOnDay: boolean;
}

/** Queries of the query language about bugs, for features. */
export interface BugQueries {
  /** @throws AppError 400 where the query is not understood, or names something that does not exist */
  check(call: QueryCall, query: string): Promise<void>;
  /** Counts the bugs that a query selects, on days of a time zone. @throws AppError 400 as `check` does */
  count(call: QueryCall, query: string, zone?: string): Promise<QueryCount>;
}
