import { type QueryKey, useQueries } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { type QueryField, queryFields } from '#contract/query/fields.ts';
import { useAdditions } from './api/back-end.ts';
import { useExtensions } from './extensions.ts';
import { createNotifier } from './notifier.ts';

/** A field of queries that an installation has of its own. */
export interface OwnQueryField {
  readonly field: QueryField;
  /** What queries can name in it. */
  readonly named: readonly { readonly _id: string; readonly name: string }[];
}

/** Reads the fields of queries that a feature's data defines. */
export interface QueryFieldsQuery {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<readonly OwnQueryField[]>;
}

const none: readonly OwnQueryField[] = [];
let own = none;
let all = queryFields;
const { subscribe, notify } = createNotifier();

/** The fields of queries that are known here. */
export function knownQueryFields(): readonly QueryField[] {
  return all;
}

/** What queries can name in a field of the installation's own. */
export function namedInOwn(key: string): OwnQueryField['named'] {
  return own.find(({ field }) => field.key === key)?.named ?? [];
}

/** Sets the fields of the installation's own. */
export function setOwnQueryFields(fields: readonly OwnQueryField[]): void {
  if (fields === own || (fields.length === 0 && own.length === 0)) return;
  own = fields;
  all = [...queryFields, ...fields.map(({ field }) => field)];
  notify();
}

/** The fields of queries that are known here, once those of the installation's own are loaded. */
export function useQueryFields(): readonly QueryField[] {
  const { queryFields: reading } = useExtensions();
  const hasAdditions = useAdditions();
  const loaded = useQueries({
    queries: hasAdditions ? reading : [],
    combine: (results) => results.flatMap(({ data = none }) => data),
  });
  useEffect(() => setOwnQueryFields(loaded), [loaded]);
  return useSyncExternalStore(subscribe, knownQueryFields);
}
