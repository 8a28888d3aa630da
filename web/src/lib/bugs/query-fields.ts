import { useQueries } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { type QueryField, queryFields } from '#contract/query/fields.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { useExtensions } from '#web/lib/extensions.ts';
import type { OwnQueryField } from '#web/lib/query/own-field.ts';
import { createNotifier } from '#web/lib/notifier.ts';

const none: readonly OwnQueryField[] = [];
let own = none;
let all = queryFields;
const { subscribe, notify } = createNotifier();

/** The loaded fields of queries. */
export function knownQueryFields(): readonly QueryField[] {
  return all;
}

/** The values that queries can name in a field defined by admins. */
export function namedInOwn(key: string): OwnQueryField['named'] {
  return own.find(({ field }) => field.key === key)?.named ?? [];
}

const knownOwn = () => own;

/** The admin-defined fields that `useQueryFields` has loaded. */
export function useOwnQueryFields(): readonly OwnQueryField[] {
  return useSyncExternalStore(subscribe, knownOwn);
}

/** Sets the admin-defined fields. */
function setOwnQueryFields(fields: readonly OwnQueryField[]): void {
  if (fields === own || (fields.length === 0 && own.length === 0)) return;
  own = fields;
  all = [...queryFields, ...fields.map(({ field }) => field)];
  notify();
}

/** The query fields, once the admin-defined ones are loaded. */
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
