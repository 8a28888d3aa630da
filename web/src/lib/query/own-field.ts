import type { Query, QueryKey } from '@tanstack/react-query';
import type { QueryField } from '#contract/query/fields.ts';

/** A query field specific to an installation. */
export interface OwnQueryField {
  readonly field: QueryField;
  /** Whether bugs can no longer get a value: queries know the field, but no filter is offered. */
  readonly isArchived?: boolean;
  /** The values that queries can name. */
  readonly named: readonly { readonly _id: string; readonly name: string }[];
}

/** Reads the query fields defined by a feature's data. */
export interface QueryFieldsQuery {
  readonly queryKey: QueryKey;
  readonly staleTime?: (query: Pick<Query, 'state'>) => number;
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<unknown>;
  /** The fields in the response; must be the same function each time. */
  select(data: unknown): readonly OwnQueryField[];
}
