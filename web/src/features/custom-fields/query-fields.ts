import {
  type CustomField,
  customQueryField,
  listCustomFields,
} from '#contract/classification/custom-fields.ts';
import { call } from '#web/lib/api/call.ts';
import type { QueryFieldsQuery } from '#web/lib/extensions.ts';
import { customFieldsQuery } from './queries.ts';

/** The query fields defined by admins. */
export const customQueryFields: QueryFieldsQuery = {
  // Shares the cache of the fields, so that the columns of a list with a search box are loaded as well.
  queryKey: customFieldsQuery.queryKey,
  queryFn: ({ signal }) => call(listCustomFields, { signal }),
  select: (fields: readonly CustomField[]) =>
    fields.map((field) => ({
      field: customQueryField(field),
      isArchived: field.archived,
      named: field.options,
    })),
};
